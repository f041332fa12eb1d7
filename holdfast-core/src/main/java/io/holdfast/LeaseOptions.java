package io.holdfast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a lease lasts. Immutable.
 *
 * @param leaseTime how long the server keeps the lock without a word from us; {@code null} for the
 *     client's default
 * @param isRenewed whether the watchdog renews the lease while it is held
 */
public record LeaseOptions(@Nullable Duration leaseTime, boolean isRenewed) {

  /** The shortest lease: below it, a round trip and a clock's granularity eat the lease. */
  public static final Duration SHORTEST = Duration.ofMillis(10);

  /** The longest lease that needs no confirmation. */
  public static final Duration LONGEST = Duration.ofHours(24);

  private static final LeaseOptions RENEWED = new LeaseOptions(null, true);

  public LeaseOptions {
    if (leaseTime != null) {
      checkLeaseTime(leaseTime, !isRenewed);
    } else if (!isRenewed) {
      throw new IllegalArgumentException("a fixed lease needs a lease time");
    }
  }

  /** The client's default lease time (30 s unless set), renewed every third of it. */
  public static LeaseOptions renewed() {
    return RENEWED;
  }

  /** A lease of {@code leaseTime}, renewed every third of it while held. */
  public static LeaseOptions renewed(Duration leaseTime) {
    return new LeaseOptions(leaseTime, true);
  }

  /**
   * A lease that ends {@code leaseTime} after it was asked for and is not renewed; the holder is told
   * by {@link LeaseView#lost()}.
   *
   * @throws IllegalArgumentException under 10 ms, or over 24 hours: see {@link #fixedForLong}
   */
  public static LeaseOptions fixed(Duration leaseTime) {
    checkLeaseTime(leaseTime, false);
    return new LeaseOptions(leaseTime, false);
  }

  /** As {@link #fixed}, for leases over 24 hours: a crashed holder blocks everybody for that long. */
  public static LeaseOptions fixedForLong(Duration leaseTime) {
    return new LeaseOptions(leaseTime, false);
  }

  static void checkLeaseTime(Duration leaseTime, boolean longAllowed) {
    if (leaseTime.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException("lease time " + leaseTime
          + " is too short: expected at least " + SHORTEST.toMillis() + " ms");
    }
    if (!longAllowed && leaseTime.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("lease time " + leaseTime
          + " is over 24 hours: if a crashed holder may block everybody for that long,"
          + " say so with LeaseOptions.fixedForLong");
    }
    if (leaseTime.compareTo(Duration.ofDays(3650)) > 0) {
      throw new IllegalArgumentException("lease time " + leaseTime + " is over ten years");
    }
  }
}
