package io.holdfast.verification.simulation;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

/**
 * The executor an application gave to its client: quick, slow, with one thread, none at all, full now and then,
 * or broken.
 */
final class SimulatedPool implements Executor {

  /** What kind of pool it is. */
  enum Kind {
    QUICK,
    SLOW,
    /** One thread, so that each task waits for those before it. */
    SINGLE,
    /** No thread: runs tasks on that of whoever brings them. */
    AT_ONCE,
    /** Refuses some tasks, as a pool does that is full. */
    FULL,
    /** Throws an {@code Error} instead. */
    BROKEN
  }

  private static final long LONGEST_QUICK_NANOS = 80_000;
  private static final long LONGEST_SLOW_NANOS = 15_000_000;

  private final Kind kind;
  private final SimulatedProcess process;
  private final VirtualTime time;
  private final RandomGenerator random;
  private final Tally tally;
  private long freeNanos;
  private boolean isRunningAtOnce;

  SimulatedPool(
      Kind kind, SimulatedProcess process, VirtualTime time, RandomGenerator random, Tally tally) {
    this.kind = kind;
    this.process = process;
    this.time = time;
    this.random = random;
    this.tally = tally;
  }

  @Override
  public void execute(Runnable task) {
    boolean refuses = random.nextInt(4) == 0;
    if (kind == Kind.FULL && refuses) {
      tally.count(Incident.EXECUTOR_FULL);
      throw new RejectedExecutionException("full");
    }
    if (kind == Kind.BROKEN && refuses) {
      tally.count(Incident.EXECUTOR_BROKEN);
      throw new NoClassDefFoundError("broken");
    }
    if (kind == Kind.AT_ONCE) {
      tally.count(Incident.EXECUTOR_RAN_AT_ONCE);
      isRunningAtOnce = true;
      task.run();
      isRunningAtOnce = false;
      return;
    }
    long took = random.nextLong(kind == Kind.SLOW ? LONGEST_SLOW_NANOS : LONGEST_QUICK_NANOS);
    long start = kind == Kind.SINGLE ? Math.max(freeNanos, time.nanos()) : time.nanos();
    freeNanos = start + took;
    time.at(freeNanos, process, task);
  }

  /** Whether a task runs on the stack of whoever brought it: inside the engine. */
  boolean isRunningAtOnce() {
    return isRunningAtOnce;
  }

  /** By how much it may hold up a task, at most, unless it is overwhelmed. */
  long patienceNanos() {
    return kind == Kind.SLOW ? LONGEST_SLOW_NANOS : kind == Kind.SINGLE ? 3_000_000 : 0;
  }
}
