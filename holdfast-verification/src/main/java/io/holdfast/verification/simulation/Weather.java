package io.holdfast.verification.simulation;

import java.util.random.RandomGenerator;

/** What the network does to each packet, drawn from the seed. Once the storm is over it only delays, a little. */
final class Weather {

  /** The longest a packet takes in calm weather. */
  static final long LONGEST_CALM_NANOS = 400_000;

  private final RandomGenerator random;
  private final double loss;
  private final double stall;
  private final long longestStallNanos;
  private final Tally tally;
  private boolean isCalm;

  Weather(RandomGenerator random, Schedule schedule, Tally tally) {
    this.random = random;
    this.tally = tally;
    this.loss = schedule.loss();
    this.stall = schedule.stall();
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

  boolean flips() {
    return random.nextBoolean();
  }
}
