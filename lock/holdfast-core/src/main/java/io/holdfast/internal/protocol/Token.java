package io.holdfast.internal.protocol;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A token is a tenure's stamp (server time in µs) × 1024 + the number of the hand-over inside it. */
public final class Token {

  /** So many hand-overs fit under one stamp. */
  public static final int MOST_HAND_OVERS = 1023;

  private Token() {}

  public static long of(long stamp, int handOver) {
    return stamp * (MOST_HAND_OVERS + 1) + handOver;
  }

  /** The stamp inside a hash value such as {@code t1763190123456789}; 0 for another client's value. */
  static long stampIn(String value) {
    if (value.length() < 2 || value.charAt(0) != 't') {
      return 0;
    }
    try {
      return Long.parseLong(value, 1, value.length(), 10);
    } catch (NumberFormatException e) {
      return 0; // not one of ours
    }
  }

  static Instant instantOf(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
