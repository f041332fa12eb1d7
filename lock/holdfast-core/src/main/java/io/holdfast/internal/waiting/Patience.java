package io.holdfast.internal.waiting;

import io.holdfast.internal.time.Nanos;
import java.time.Duration;

/** How long a caller waits: not at all, for a time, or without end. Immutable. */
final class Patience {

  static final Patience ENDLESS = new Patience(true, 0);
  static final Patience NONE = new Patience(false, 0);

  private final boolean isEndless;
  private final long nanos;

  private Patience(boolean isEndless, long nanos) {
    this.isEndless = isEndless;
    this.nanos = nanos;
  }

  static Patience of(Duration wait) {
    return wait.isNegative() || wait.isZero() ? NONE : new Patience(false, Nanos.of(wait));
  }

  /** Whether the first refusal is enough. */
  boolean isNone() {
    return !isEndless && nanos == 0;
  }

  /** Whether it will come to an end by itself. */
  boolean isTimed() {
    return nanos > 0;
  }

  /** What is left of a time. */
  long leftNanos(long waitedNanos) {
    return nanos - waitedNanos;
  }

  /** Whether that has been long enough. */
  boolean isOver(long waitedNanos) {
    return !isEndless && waitedNanos >= nanos;
  }
}
