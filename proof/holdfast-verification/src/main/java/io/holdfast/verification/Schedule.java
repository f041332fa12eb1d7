package io.holdfast.verification;

import io.holdfast.verification.campaign.Campaign;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which campaign runs next, with which seed and for how long: every campaign over every lock once, then all of them
 * again with the next seed, as often as the time allows. Not thread-safe.
 *
 * <p>Starting and finishing a campaign takes time as well. It is estimated first and then learnt, so that
 * the last campaign ends about when it should.
 */
final class Schedule {

  /** Faults strike for at least this long, even if the time given is over. */
  static final Duration SHORTEST = Duration.ofSeconds(2);

  /** As soon as campaigns could be this long, there are more of them instead. */
  static final Duration LONG_ENOUGH = Duration.ofSeconds(15);

  /** What a campaign takes besides, on two cores. */
  static final Duration OVERHEAD = Duration.ofSeconds(6);

  private static final int WEIGHT_OF_THE_ESTIMATE = 3;

  private final List<Campaign> campaigns;
  private final List<String> locks;
  private final long firstSeed;
  private final @Nullable Duration each;
  private final @Nullable Duration budget;
  private final int count;
  private int begun;
  private Duration faultsSoFar = Duration.ZERO;

  /**
   * A schedule.
   *
   * @param each how long every campaign's faults strike; {@code null} if that follows from the budget
   * @param budget for all of them; {@code null} for one round
   */
  Schedule(
      List<Campaign> campaigns,
      List<String> locks,
      long firstSeed,
      @Nullable Duration each,
      @Nullable Duration budget) {
    this.campaigns = List.copyOf(campaigns);
    this.locks = List.copyOf(locks);
    this.firstSeed = firstSeed;
    this.each = each;
    this.budget = budget;
    this.count = roundSize() * rounds();
  }

  private int roundSize() {
    return campaigns.size() * locks.size();
  }

  private int rounds() {
    if (budget == null) {
      return 1;
    }
    Duration turn = OVERHEAD.plus(each == null ? LONG_ENOUGH : each);
    return (int) Math.max(1, budget.toMillis() / (turn.toMillis() * roundSize()));
  }

  /** How many campaigns will run in all. */
  int count() {
    return count;
  }

  /** How long those that are left will take, so much time after the first began. */
  Duration expected(Duration elapsed) {
    return faults(elapsed).plus(overhead(elapsed)).multipliedBy(count - begun);
  }

  /** Whether all of it takes longer than it should, as far as one knows before it begins. */
  boolean isTooMuch() {
    return budget != null
        && faults(Duration.ZERO)
                .plus(OVERHEAD)
                .multipliedBy(count)
                .minus(OVERHEAD)
                .compareTo(budget)
            > 0;
  }

  /** The next one, if there is one, so much time after the first began. */
  Optional<Turn> next(Duration elapsed) {
    if (begun == count) {
      return Optional.empty();
    }
    int inRound = begun % roundSize();
    Duration time = faults(elapsed);
    Turn turn = new Turn(
        begun + 1,
        campaigns.get(inRound / locks.size()),
        locks.get(inRound % locks.size()),
        firstSeed + begun / roundSize(),
        time);
    faultsSoFar = faultsSoFar.plus(time);
    begun++;
    return Optional.of(turn);
  }

  /** The campaign after the one begun last, if there is one. */
  Optional<Campaign> following() {
    return begun == count
        ? Optional.empty()
        : Optional.of(campaigns.get(begun % roundSize() / locks.size()));
  }

  /** What is left, divided evenly. */
  private Duration faults(Duration elapsed) {
    if (each != null) {
      return each;
    }
    if (budget == null || begun == count) {
      return SHORTEST;
    }
    Duration share = budget.minus(elapsed).dividedBy(count - begun).minus(overhead(elapsed));
    Duration rounded = Duration.ofMillis(share.toMillis() / 100 * 100);
    return rounded.compareTo(SHORTEST) < 0 ? SHORTEST : rounded;
  }

  private Duration overhead(Duration elapsed) {
    return OVERHEAD
        .multipliedBy(WEIGHT_OF_THE_ESTIMATE)
        .plus(elapsed)
        .minus(faultsSoFar)
        .dividedBy(WEIGHT_OF_THE_ESTIMATE + begun);
  }

  /**
   * One campaign.
   *
   * @param number counted from one
   * @param campaign what is done
   * @param lock to which lock
   * @param seed for every choice
   * @param time for how long the faults strike
   */
  record Turn(int number, Campaign campaign, String lock, long seed, Duration time) {}
}
