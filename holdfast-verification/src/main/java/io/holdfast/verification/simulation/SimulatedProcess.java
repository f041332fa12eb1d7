package io.holdfast.verification.simulation;

import io.holdfast.internal.time.Timers;
import io.holdfast.spi.Ticker;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * A process: its clocks, its timers, its pool of threads, and whether it runs. While it is paused nothing
 * happens in it, and everything that was due happens when it goes on.
 */
final class SimulatedProcess implements Ticker, Timers, Executor {

  private static final long LONGEST_SCHEDULING_NANOS = 80_000;

  private final String name;
  private final VirtualTime time;
  private final RandomGenerator random;
  private final Sabotage sabotage;
  private final double rate; // of its monotonic clock
  private final long originNanos;
  private long pausedUntilNanos;
  private long suspendedSinceNanos = -1;
  private long suspendedNanos;
  private boolean isDead;
  private boolean isClosed;

  SimulatedProcess(String name, VirtualTime time, RandomGenerator random, Sabotage sabotage) {
    this.name = name;
    this.time = time;
    this.random = random;
    this.sabotage = sabotage;
    this.rate = 1 + random.nextDouble(-0.002, 0.002);
    this.originNanos = random.nextLong(-1L << 40, 1L << 40);
  }

  String name() {
    return name;
  }

  // ---- clocks

  @Override
  public long nanos() {
    long until = suspendedSinceNanos >= 0 ? suspendedSinceNanos : time.nanos();
    return originNanos + (long) ((until - suspendedNanos) * rate);
  }

  @Override
  public long wallMillis() {
    return time.micros() / 1_000;
  }

  // ---- what happens in it

  @Override
  public Timer after(long nanos, Runnable task) {
    if (isClosed) {
      return () -> {};
    }
    long delay = Math.min(Math.max(0, nanos), Long.MAX_VALUE / 4);
    long due = time.nanos() + sabotage.timerNanos(delay);
    VirtualTime.Event event = time.at(due, this, () -> {
      if (!isClosed) {
        task.run();
      }
    });
    return event::cancel;
  }

  @Override
  public void close() {
    isClosed = true;
  }

  /** On a thread of the pool, which takes a moment. */
  @Override
  public void execute(Runnable task) {
    time.after(random.nextLong(LONGEST_SCHEDULING_NANOS), this, task);
  }

  // ---- faults

  void pause(long nanos) {
    pausedUntilNanos = time.nanos() + nanos;
  }

  /** A pause in which the monotonic clock stands still. */
  void suspend(long nanos) {
    pause(nanos);
    suspendedSinceNanos = time.nanos();
    time.after(nanos, null, () -> {
      suspendedNanos += time.nanos() - suspendedSinceNanos;
      suspendedSinceNanos = -1;
    });
  }

  void crash() {
    isDead = true;
  }

  boolean isPaused() {
    return time.nanos() < pausedUntilNanos;
  }

  boolean isSuspended() {
    return suspendedSinceNanos >= 0;
  }

  long resumesNanos() {
    return pausedUntilNanos;
  }

  boolean isDead() {
    return isDead;
  }

  /** Whether its client is closed. */
  boolean isClosed() {
    return isClosed;
  }

  @Override
  public String toString() {
    return name;
  }
}
