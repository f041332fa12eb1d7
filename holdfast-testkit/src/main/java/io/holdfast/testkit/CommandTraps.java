package io.holdfast.testkit;

import io.holdfast.testkit.FaultProxy.AfterDrop;
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

  private record Drop(Predicate<String> command, AfterDrop then, boolean isOnce) {}

  private final List<Drop> drops = new ArrayList<>();
  private final List<Predicate<String>> holds = new ArrayList<>();
  private final List<CountDownLatch> held = new ArrayList<>();
  private final Semaphore droppedSoFar = new Semaphore(0);
  private final Semaphore heldSoFar = new Semaphore(0);

  synchronized void drop(Predicate<String> command, AfterDrop then, boolean isOnce) {
    drops.add(new Drop(command, then, isOnce));
  }

  synchronized void hold(Predicate<String> command) {
    holds.add(command);
  }

  synchronized Optional<AfterDrop> dropFor(String command) {
    Optional<Drop> match =
        drops.stream().filter(drop -> drop.command().test(command)).findFirst();
    match.filter(Drop::isOnce).ifPresent(drops::remove);
    return match.map(Drop::then);
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
    drops.clear();
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
