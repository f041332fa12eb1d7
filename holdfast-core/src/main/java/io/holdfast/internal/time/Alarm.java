package io.holdfast.internal.time;

import org.jspecify.annotations.Nullable;

/** One timer that is set again and again. Not thread-safe. */
public final class Alarm {

  private final Timers timers;
  private Timers.@Nullable Timer pending;

  public Alarm(Timers timers) {
    this.timers = timers;
  }

  /** Runs the task after that time, instead of what was set before. */
  public void set(long nanos, Runnable task) {
    cancel();
    pending = timers.after(nanos, task);
  }

  public void cancel() {
    if (pending != null) {
      pending.cancel();
      pending = null;
    }
  }

  public boolean isSet() {
    return pending != null;
  }
}
