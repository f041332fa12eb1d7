package io.holdfast.verification.simulation;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the network does to each packet, drawn from the seed. Once the storm is over it only delays, a little. */
final class Weather {

  /** The longest a packet takes in calm weather. */
  static final long LONGEST_CALM_NANOS = 400_000;

  private static final List<String> ERRORS = List.of(
      "BUSY Redis is busy running a script",
      "LOADING Redis is loading the dataset in memory",
      "READONLY You can't write against a read only replica.",
      "CLUSTERDOWN The cluster is down",
      "NOPERM this user has no permissions to run this command",
      "OOM command not allowed when used memory > 'maxmemory'.",
      "MISCONF Redis is configured to save RDB snapshots, but it is unable to");

  private final RandomGenerator random;
  private final double loss;
  private final double stall;
  private final double errors;
  private final long longestStallNanos;
  private final Tally tally;
  private boolean isCalm;

  Weather(RandomGenerator random, Schedule schedule, Tally tally) {
    this.random = random;
    this.tally = tally;
    this.loss = schedule.loss();
    this.stall = schedule.stall();
    this.errors = schedule.errors();
    this.longestStallNanos = 3 * schedule.commandTimeout().toNanos();
  }

  void calmDown() {
    isCalm = true;
  }

  long delayNanos() {
    if (!isCalm && random.nextDouble() < stall) {
      tally.count(Incident.PACKET_HELD_UP);
      return random.nextLong(longestStallNanos);
    }
    return random.nextLong(20_000, LONGEST_CALM_NANOS);
  }

  /** Whether a request, or a reply, gets lost. */
  boolean loses() {
    return !isCalm && random.nextDouble() < loss;
  }

  /** The error that the server answers with instead of doing what it is asked; null if it does it. */
  @Nullable
  String error() {
    return !isCalm && errors > 0 && random.nextDouble() < errors
        ? ERRORS.get(random.nextInt(ERRORS.size()))
        : null;
  }

  /** Whether it never did anything to packets, whatever else happens. */
  boolean isMild() {
    return loss == 0 && stall == 0 && errors == 0;
  }

  /** A short time, within that of a request and its answer. */
  long moment() {
    return random.nextLong(random.nextBoolean() ? 20_000 : 2 * LONGEST_CALM_NANOS);
  }

  boolean flips() {
    return random.nextBoolean();
  }
}
