package io.holdfast.verification.simulation;

import java.util.random.RandomGenerator;

/**
 * What the callers of a run do, and how often. In every third run a little of everything; in the others some of it often
 * and some of it not at all, because what is diluted by everything else hardly ever meets.
 *
 * @param renewed how likely a lease is a renewed one, where both are possible
 * @param shortestMillis the shortest fixed lease
 * @param longestMillis the longest
 * @param holdsLong how likely somebody holds it for long
 * @param longestHoldMillis for how long at most
 * @param renews how likely the holder renews by hand
 * @param hastily how likely the next of these renewals follows at once
 * @param acknowledged how likely a replica is to acknowledge the grant
 * @param patient how likely a wait has no limit
 * @param changesMind how likely a caller ends its future
 * @param leaves how likely a lease is left
 * @param forces how likely a lock is released by force while it is held
 */
record Habits(
    double renewed,
    int shortestMillis,
    int longestMillis,
    double holdsLong,
    int longestHoldMillis,
    double renews,
    double hastily,
    double acknowledged,
    double patient,
    double changesMind,
    double leaves,
    double forces) {

  private static final int[][] LEASES = {{12, 120}, {12, 25}, {30, 60}, {100, 400}};

  private static final Habits USUAL =
      new Habits(0.75, 12, 120, 0.1, 300, 0.17, 0.1, 0.12, 0.67, 0.25, 0.08, 0.01);

  static Habits usual() {
    return USUAL;
  }

  static Habits few(RandomGenerator random) {
    int[] leases = LEASES[random.nextInt(LEASES.length)];
    return new Habits(
        pick(random, 0.75, 0, 0.4, 1),
        leases[0],
        leases[1],
        pick(random, 0.1, 0, 0.5, 0.5),
        random.nextInt(3) == 0 ? 300 : 700,
        pick(random, 0.17, 0, 0.7, 0.7),
        pick(random, 0.1, 0.8),
        pick(random, 0.12, 0, 0.7),
        pick(random, 0.67, 1, 0.1),
        pick(random, 0.25, 0, 0),
        pick(random, 0.08, 0, 0, 0.3),
        pick(random, 0, 0, 0.4));
  }

  private static double pick(RandomGenerator random, double... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
