package io.holdfast.verification.simulation;

import io.holdfast.internal.time.Timers;
import io.holdfast.spi.Ticker;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process: its clocks, its timers, its threads, and whether it runs. While it is paused nothing happens in it, and
 * everything that was due happens when it goes on. While it is suspended its timers stand still as well.
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
    long delay = sabotage.timerNanos(Math.min(Math.max(0, nanos), Long.MAX_VALUE / 4));
    MonotonicTimer timer = new MonotonicTimer(time.nanos() + delay, suspendedNanos, task);
    timer.event = time.at(timer.dueNanos, this, timer::due);
    return timer::cancel;
  }

  /** Runs by the clock that stands still in a suspended machine: by so much it is late. */
  private final class MonotonicTimer {

    private long dueNanos;
    private long knownNanos;
    private final Runnable task;
    private VirtualTime.@Nullable Event event;

    MonotonicTimer(long dueNanos, long knownNanos, Runnable task) {
      this.dueNanos = dueNanos;
      this.knownNanos = knownNanos;
      this.task = task;
    }

    void due() {
      dueNanos += suspendedNanos - knownNanos;
      knownNanos = suspendedNanos;
      if (dueNanos > time.nanos() && !isClosed) {
        event = time.at(dueNanos, SimulatedProcess.this, this::due);
      } else if (!isClosed) {
        task.run();
      }
    }

    void cancel() {
      VirtualTime.Event planned = event;
      if (planned != null) {
        planned.cancel();
      }
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }

  /** On a thread of the client's own, which takes a moment. */
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
