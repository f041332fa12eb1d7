package io.holdfast.internal.time;

/** Runs short, non-blocking tasks later. */
public interface Timers {

  /** Runs the task once, after that time. */
  Timer after(long nanos, Runnable task);

  /** Drops what has not run. */
  void close();

  /** A task that may be withdrawn. */
  interface Timer {
    void cancel();
  }
}
