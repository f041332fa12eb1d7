package io.holdfast.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a {@link FaultProxy} is to do to single commands, and what it has done. Thread-safe. */
final class CommandTraps {

  private record Trap(Predicate<String> command, ReplyFate fate, boolean isOnce) {}

  private final List<Trap> traps = new ArrayList<>();
  private final List<Predicate<String>> holds = new ArrayList<>();
  private final List<CountDownLatch> held = new ArrayList<>();
  private final Semaphore droppedSoFar = new Semaphore(0);
  private final Semaphore heldSoFar = new Semaphore(0);

  synchronized void set(Predicate<String> command, ReplyFate fate, boolean isOnce) {
    traps.add(new Trap(command, fate, isOnce));
  }

  synchronized void hold(Predicate<String> command) {
    holds.add(command);
  }

  /** The first trap that fits decides. */
  synchronized Optional<ReplyFate> fateOf(String command) {
    Optional<Trap> match =
        traps.stream().filter(trap -> trap.command().test(command)).findFirst();
    match.filter(Trap::isOnce).ifPresent(traps::remove);
    return match.map(Trap::fate);
  }

  void dropped() {
    droppedSoFar.release();
  }

  void holdIfAsked(String command) throws InterruptedException {
    CountDownLatch release;
    synchronized (this) {
      Optional<Predicate<String>> match =
          holds.stream().filter(hold -> hold.test(command)).findFirst();
      if (match.isEmpty()) {
        return;
      }
      holds.remove(match.get());
      release = new CountDownLatch(1);
      held.add(release);
    }
    heldSoFar.release();
    release.await();
  }

  synchronized void releaseHeld() {
    held.forEach(CountDownLatch::countDown);
    held.clear();
  }

  synchronized void clear() {
    traps.clear();
    holds.clear();
    releaseHeld();
  }

  void awaitDropped(Duration limit, Supplier<String> detail) {
    await(droppedSoFar, "no reply was dropped", limit, detail);
  }

  void awaitHeld(Duration limit, Supplier<String> detail) {
    await(heldSoFar, "no command was held", limit, detail);
  }

  private static void await(
      Semaphore happened, String otherwise, Duration limit, Supplier<String> detail) {
    try {
      if (!happened.tryAcquire(Eventually.scaled(limit).toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AssertionError(
            otherwise + " within " + Eventually.scaled(limit) + "; " + detail.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting: " + otherwise, e);
    }
  }
}
