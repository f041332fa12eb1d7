package io.holdfast.internal.time;

import java.time.Duration;

/** Durations as the engine counts them. */
public final class Nanos {

  private static final Duration CENTURY = Duration.ofDays(36_500);

  private Nanos() {}

  /** Never so long that adding it to a time overflows: what is longer than a century takes a century. */
  public static long of(Duration duration) {
    return duration.compareTo(CENTURY) < 0 ? duration.toNanos() : CENTURY.toNanos();
  }
}
