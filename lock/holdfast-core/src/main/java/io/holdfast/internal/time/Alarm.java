package io.holdfast.internal.time;

import org.jspecify.annotations.Nullable;

/**
 * One timer that is set again and again, by a clock that a suspended machine does not stop. Set by one thread at a time,
 * cancelled by any.
 */
public final class Alarm {

  /*
   * A timer runs by the monotonic clock, which stands still while the machine sleeps. So a long time is waited for in
   * short pieces, and after each the clock that knows of the sleep is asked how much is left.
   */
  private final Timers timers;
  private final LeaseClock clock;
  private final long longestNanos;
  private volatile @Nullable Ringing pending;

  /**
   * @param longestNanos how long the longest piece is: by so much it may be late after the machine has slept
   */
  public Alarm(Timers timers, LeaseClock clock, long longestNanos) {
    this.timers = timers;
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  /** Runs the task after that time, instead of what was set before. */
  public void set(long nanos, Runnable task) {
    cancel();
    Ringing ringing = new Ringing(clock.nanos() + nanos, task);
    pending = ringing;
    ringing.wind(nanos);
  }

  public void cancel() {
    Ringing ringing = pending;
    if (ringing != null) {
      pending = null;
      ringing.stop();
    }
  }

  public boolean isSet() {
    return pending != null;
  }

  private final class Ringing {

    private final long dueNanos;
    private final Runnable task;
    private volatile Timers.@Nullable Timer timer;

    Ringing(long dueNanos, Runnable task) {
      this.dueNanos = dueNanos;
      this.task = task;
    }

    void wind(long leftNanos) {
      timer = timers.after(Math.min(leftNanos, longestNanos), this::look);
      if (pending != this) {
        stop(); // cancelled meanwhile
      }
    }

    private void look() {
      long left = dueNanos - clock.nanos();
      if (left <= 0) {
        task.run();
      } else if (pending == this) {
        wind(left);
      }
    }

    void stop() {
      Timers.Timer running = timer;
      if (running != null) {
        running.cancel();
      }
    }
  }
}
