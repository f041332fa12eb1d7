package io.holdfast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a lease lasts. Immutable.
 *
 * @param leaseTime how long the server keeps the lock without a word from us; {@code null} for the client's default
 * @param isRenewed whether the watchdog renews the lease while it is held
 */
public record LeaseOptions(@Nullable Duration leaseTime, boolean isRenewed) {

  /** The shortest lease: below it, a round trip and a clock's granularity eat the lease. */
  public static final Duration SHORTEST = Duration.ofMillis(10);

  /** The longest lease that needs no confirmation. */
  public static final Duration LONGEST = Duration.ofHours(24);

  private static final LeaseOptions RENEWED = new LeaseOptions(null, true);

  /**
   * Refuses what {@link #renewed(Duration)} or {@link #fixedForLong} would.
   *
   * @param leaseTime {@code null} only if it is renewed
   * @param isRenewed whether the watchdog renews the lease while it is held
   */
  public LeaseOptions {
    if (leaseTime != null) {
      checkLeaseTime(leaseTime, !isRenewed);
    } else if (!isRenewed) {
      throw new IllegalArgumentException("a fixed lease needs a lease time");
    }
  }

  /** {@return options for the client's default lease time (30 s unless set), renewed every third of it while held} */
  public static LeaseOptions renewed() {
    return RENEWED;
  }

  /**
   * {@return options for a lease that is renewed every third of its lease time while held}
   *
   * @param leaseTime 10 ms to 24 hours
   */
  public static LeaseOptions renewed(Duration leaseTime) {
    return new LeaseOptions(leaseTime, true);
  }

  /**
   * {@return options for a lease that is not renewed; its holder is told of its end by {@link LeaseView#lost()}}
   *
   * @param leaseTime from when the lease was asked for to its end
   * @throws IllegalArgumentException under 10 ms, or over 24 hours: see {@link #fixedForLong}
   */
  public static LeaseOptions fixed(Duration leaseTime) {
    checkLeaseTime(leaseTime, false);
    return new LeaseOptions(leaseTime, false);
  }

  /**
   * {@return what {@link #fixed} does, for leases over 24 hours as well}
   *
   * @param leaseTime 10 ms to ten years (3,650 days): a crashed holder blocks everybody for that long
   */
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
