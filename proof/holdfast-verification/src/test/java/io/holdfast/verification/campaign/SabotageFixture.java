package io.holdfast.verification.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import io.holdfast.verification.sabotage.Flaw;
import io.holdfast.verification.subject.Subjects;
import io.holdfast.verification.traffic.Habits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A checker that nobody has seen fail proves nothing: each planted bug is caught by those meant for it. */
@Tag("thorough")
abstract class SabotageFixture {

  static final long SEED = Long.getLong("holdfast.seed", 7);

  /** Far more than are needed: a blow may miss on a machine that stands still for moments. */
  private static final int MOST_TRIES = 20;

  @TempDir
  private Path directory;

  /** Runs the lock with the flaw, with one seed after the other, until each of these checkers has caught it. */
  void assertCaught(Flaw flaw, Fault fault, Checker... by) throws Exception {
    Outcome outcome = run(flaw, fault, SEED);
    for (long seed = SEED + 1; seed < SEED + MOST_TRIES && !isCaught(outcome, by); seed++) {
      outcome = run(flaw, fault, seed);
    }
    for (Checker checker : by) {
      assertThat(outcome.verdict(checker).finding().count())
          .as("%s under %s, found by %s: %s", flaw, fault, checker, outcome)
          .isPositive();
    }
  }

  private static boolean isCaught(Outcome outcome, Checker... by) {
    return Arrays.stream(by)
        .allMatch(checker -> outcome.verdict(checker).finding().count() > 0);
  }

  /** Runs the lock without a flaw where the one with it is caught, until it was taken and nothing is found. */
  void assertPasses(Flaw sameTraffic, Fault fault) throws Exception {
    long granted = 0;
    for (long seed = SEED; granted <= 5; seed++) {
      assertThat(seed).as("%s granted so far", granted).isLessThan(SEED + MOST_TRIES);
      Outcome outcome = run(Flaw.NONE, fault, seed, sameTraffic);
      assertThat(outcome).as("seed %s", seed).matches(Outcome::isLateAtMost);
      granted += outcome.broken().isEmpty() ? outcome.counts().getOrDefault("granted", 0L) : 0;
    }
  }

  private Outcome run(Flaw flaw, Fault fault, long seed) throws Exception {
    return run(flaw, fault, seed, flaw);
  }

  /** Some faults strike where it hurts at the first blow. */
  private static long millis(Fault fault) {
    return switch (fault) {
      case CALM -> 1_200;
      case FORCED_RELEASE -> 1_500;
      default -> 2_500;
    };
  }

  /** Traffic in which the flaw must show: many callers or few, long turns or pauses. */
  private Outcome run(Flaw flaw, Fault fault, long seed, Flaw traffic) throws Exception {
    boolean isAlone = switch (traffic) {
      case UNKNOWN_AS_REFUSED, RELEASE_NEVER_SENT, DEADLINE_FROM_REPLY, LOST_WAKE_UP -> true;
      default -> false;
    };
    Habits habits = switch (traffic) {
      case NO_RENEWAL -> new Habits(10, 10, 1, 3); // every turn lives by renewal
      case DEADLINE_FROM_REPLY -> new Habits(150, 10, 50, 1); // every turn ends at its deadline
      case RELEASE_WITHOUT_COMPARE, RENEWAL_REACQUIRES, TOKEN_REUSED -> new Habits(10, 150, 50, 3);
      case GRANT_WITHOUT_ASKING, INNER_RELEASE_FREES -> new Habits(4, 30, 50, 3); // seldom free
      case UNKNOWN_AS_REFUSED -> new Habits(30, 2, 50, 3); // seldom held
      case LOSS_NEVER_TOLD, TOLD_A_LEASE_LATE, LOST_AS_RELEASED ->
        new Habits(4, 4, 4, 3); // long ones
      case SLEEPS_THROUGH_RECONNECT ->
        new Habits(10, 30, 50, 3, true); // many wait when the ebb begins
      default -> new Habits(4, 4, 50, 3);
    };
    Duration lease = switch (traffic) { // where a part of it is judged, a longer one
      case LOSS_NEVER_TOLD, TOLD_A_LEASE_LATE, SLEEPS_THROUGH_RECONNECT -> Duration.ofSeconds(1);
      default -> Duration.ofMillis(500);
    };
    Settings settings = new Settings(
        Duration.ofMillis(millis(fault)),
        seed,
        2,
        isAlone ? 1 : 3,
        1,
        lease,
        lease.multipliedBy(2).plusSeconds(3),
        habits,
        Files.createDirectories(directory.resolve(flaw + "-" + fault + "-" + seed)));
    return CampaignRun.of(
        new Campaign(fault, Topology.STANDALONE), Subjects.sabotaged(flaw), settings);
  }
}
