package io.holdfast.spring.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * The greatest of the values of the last ten minutes, and of no more than eleven: one greatest value is kept for every
 * minute of the clock. Bounded, however many values there are. Not thread-safe.
 */
final class GreatestLately {

  /** Those that the last ten minutes touch. */
  private static final int MINUTES = (int) RecentTrouble.LATELY.toMinutes() + 1;

  private final long[] minutes = new long[MINUTES];
  private final Duration[] greatest = new Duration[MINUTES];

  GreatestLately() {
    Arrays.fill(greatest, Duration.ZERO);
  }

  void add(Duration value, Instant now) {
    long minute = minuteOf(now);
    int slot = (int) Math.floorMod(minute, (long) MINUTES);
    if (minutes[slot] != minute) {
      minutes[slot] = minute;
      greatest[slot] = Duration.ZERO;
    }
    if (value.compareTo(greatest[slot]) > 0) {
      greatest[slot] = value;
    }
  }

  /** Zero without any. */
  Duration at(Instant now) {
    long minute = minuteOf(now);
    Duration found = Duration.ZERO;
    for (int slot = 0; slot < MINUTES; slot++) {
      boolean isLately = minutes[slot] <= minute && minutes[slot] > minute - MINUTES;
      if (isLately && greatest[slot].compareTo(found) > 0) {
        found = greatest[slot];
      }
    }
    return found;
  }

  private static long minuteOf(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), 60L);
  }
}
