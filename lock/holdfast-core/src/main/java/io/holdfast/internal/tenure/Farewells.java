package io.holdfast.internal.tenure;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.time.LeaseClock;
import io.holdfast.internal.time.Timers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The farewells of one client under way, so that closing can wait for them. Thread-safe. */
public final class Farewells {

  private final Protocol protocol;
  private final LeaseClock clock;
  private final Timers timers;
  private final long commandTimeoutNanos;
  private final long unavailableAfterNanos;
  private final Set<Farewell> underWay = ConcurrentHashMap.newKeySet();
  private volatile @Nullable CountDownLatch allEnded;
  private volatile boolean isClosed;

  public Farewells(
      Protocol protocol,
      LeaseClock clock,
      Timers timers,
      long commandTimeoutNanos,
      long unavailableAfterNanos) {
    this.protocol = protocol;
    this.clock = clock;
    this.timers = timers;
    this.commandTimeoutNanos = commandTimeoutNanos;
    this.unavailableAfterNanos = unavailableAfterNanos;
  }

  /** Ends a tenure. Answers released, not held, unknown or failed, once. */
  public void to(Tenure tenure, Consumer<Answer> then) {
    to(tenure, false, then);
  }

  /**
   * Ends a tenure, as {@link #to(Tenure, Consumer)} does.
   *
   * @param isPerhapsDone whether something sent before may have ended it already
   */
  public void to(Tenure tenure, boolean isPerhapsDone, Consumer<Answer> then) {
    long longest = 2 * tenure.longestMillis(); // a renewal may come as late as just before the end
    begin(tenure.lock(), tenure.holder(), longest, tenure.lateCopies(), isPerhapsDone, then);
  }

  /**
   * Undoes an acquire whose outcome is unknown.
   *
   * @param leaseMillis the longest that was asked for
   */
  public void toUnknown(LockId lock, String holder, long leaseMillis, LateCopies lateCopies) {
    begin(lock, holder, leaseMillis, lateCopies, false, answer -> {});
  }

  private void begin(
      LockId lock,
      String holder,
      long leaseMillis,
      LateCopies lateCopies,
      boolean isPerhapsDone,
      Consumer<Answer> then) {
    long now = clock.nanos();
    long copiesOver = lateCopies.overNanos(now);
    long expired = copiesOver + leaseMillis * 1_000_000 + commandTimeoutNanos;
    Farewell farewell =
        new Farewell(this, lock, holder, now, expired, copiesOver, isPerhapsDone, then);
    underWay.add(farewell);
    farewell.send();
    if (isClosed) {
      farewell.abandon(); // nobody will send again, or wait for it
      underWay.remove(farewell);
    }
  }

  /** The connection is new: what could not be said before is said now. */
  public void reconnected() {
    underWay.forEach(Farewell::endPause);
  }

  void ended(Farewell farewell) {
    underWay.remove(farewell);
    CountDownLatch latch = allEnded;
    if (latch != null && underWay.isEmpty()) {
      latch.countDown();
    }
  }

  public int count() {
    return underWay.size();
  }

  /** Waits until all have ended, or the time is over; those left are answered as unknown. */
  public void close(long atMostNanos) {
    CountDownLatch latch = new CountDownLatch(1);
    allEnded = latch;
    boolean interrupted = false;
    long end = System.nanoTime() + atMostNanos;
    while (!underWay.isEmpty() && end - System.nanoTime() > 0) {
      try {
        if (latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    isClosed = true;
    underWay.forEach(Farewell::abandon);
    underWay.clear();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  Protocol protocol() {
    return protocol;
  }

  LeaseClock clock() {
    return clock;
  }

  Timers timers() {
    return timers;
  }

  long unavailableAfterNanos() {
    return unavailableAfterNanos;
  }
}
