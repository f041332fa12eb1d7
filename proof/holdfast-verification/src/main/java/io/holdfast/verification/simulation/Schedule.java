package io.holdfast.verification.simulation;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * One run to be played, made from its seed alone.
 *
 * @param seed what everything else is drawn from
 * @param clients how many clients there are
 * @param callers how many callers each client has
 * @param locks how many locks they share
 * @param handOvers the clients' budget of hand-overs
 * @param handOverTime and its time
 * @param loss how likely a packet is lost during the storm
 * @param stall how likely it is held up
 * @param errors how likely the server answers with an error instead of doing what it is asked
 * @param isSwarm whether it has a few kinds of faults and habits only, and those often
 * @param isLonely whether callers think for longer, so that a lock is free now and then
 * @param isReplicaAway whether the replica is cut off during the whole storm
 * @param isDisordered whether answers overtake each other, as those of two connections do
 * @param unavailableAfter how long clients wait for a server that is silent
 * @param faults how many faults happen during the storm
 * @param kinds which
 * @param areLong whether they last for long more often than not
 * @param habits what callers do
 */
public record Schedule(
    long seed,
    int clients,
    int callers,
    int locks,
    int handOvers,
    Duration handOverTime,
    double loss,
    double stall,
    double errors,
    boolean isSwarm,
    boolean isLonely,
    boolean isReplicaAway,
    boolean isDisordered,
    Duration unavailableAfter,
    int faults,
    List<SimulatedFault> kinds,
    boolean areLong,
    Habits habits) {

  /** Of leases that are renewed. */
  static final Duration LEASE = Duration.ofMillis(200);

  /** When faults stop. */
  static final Duration STORM = Duration.ofMillis(400);

  /** How long what the storm left behind may take to clear: leases, pauses between attempts, clean-up. */
  static final Duration SETTLING = Duration.ofSeconds(1);

  /** When callers stop asking. */
  static final Duration WORK = STORM.plus(SETTLING).plusMillis(200);

  /** The schedule of a seed. */
  public static Schedule of(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    boolean isSwarm = random.nextInt(3) > 0;
    boolean isRough = random.nextInt(4) > (isSwarm ? 1 : 0);
    return new Schedule(
        seed,
        random.nextInt(2, 5),
        random.nextInt(1, 4),
        random.nextInt(1, 3),
        pick(random, 64, 64, 3, 0),
        Duration.ofMillis(pick(random, 50, 50, 4)),
        isRough ? random.nextDouble(0.08) : 0,
        isRough ? random.nextDouble(0.08) : 0,
        random.nextInt(3) == 0 ? random.nextDouble(isSwarm ? 0.3 : 0.08) : 0,
        isSwarm,
        isSwarm && random.nextInt(3) == 0,
        isSwarm && random.nextInt(4) == 0,
        isSwarm && random.nextInt(3) == 0,
        Duration.ofMillis(pick(random, 100, 300)),
        random.nextInt(16),
        isSwarm ? SimulatedFault.few(random) : SimulatedFault.all(),
        isSwarm && random.nextBoolean(),
        isSwarm ? Habits.few(random) : Habits.usual());
  }

  private static int pick(RandomGenerator random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  Duration commandTimeout() {
    return Duration.ofMillis(20);
  }

  /** A source of its own for one part, so that parts do not disturb each other. */
  RandomGenerator randomFor(String part) {
    return new SplittableRandom(seed * 31 + part.hashCode());
  }
}
