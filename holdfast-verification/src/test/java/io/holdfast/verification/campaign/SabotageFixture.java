package io.holdfast.verification.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import io.holdfast.verification.sabotage.Flaw;
import io.holdfast.verification.subject.Subjects;
import io.holdfast.verification.traffic.Habits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** A checker that nobody has seen fail proves nothing: each planted bug is caught by those meant for it. */
abstract class SabotageFixture {

  static final long SEED = Long.getLong("holdfast.seed", 7);

  private static final int ATTEMPTS = 5;

  @TempDir
  private Path directory;

  /** Runs the lock with the flaw until each of these checkers has caught it, a few times at most. */
  void assertCaught(Flaw flaw, Fault fault, Checker... by) throws Exception {
    Set<Checker> left = EnumSet.copyOf(Arrays.asList(by));
    for (int attempt = 0; attempt < ATTEMPTS && !left.isEmpty(); attempt++) {
      Outcome outcome = run(flaw, fault, SEED + attempt);
      left.removeIf(checker -> outcome.verdict(checker).finding().count() > 0);
    }
    assertThat(left).as("%s under %s is not caught by", flaw, fault).isEmpty();
  }

  /** Traffic in which the flaw has a chance: many callers or few, long turns or pauses. */
  Outcome run(Flaw flaw, Fault fault, long seed) throws Exception {
    boolean isAlone = switch (flaw) {
      case UNKNOWN_AS_REFUSED, RELEASE_NEVER_SENT, DEADLINE_FROM_REPLY -> true;
      default -> false;
    };
    Habits habits = switch (flaw) {
      case NO_RENEWAL -> new Habits(10, 10, 3);
      case DEADLINE_FROM_REPLY -> new Habits(150, 10, 50);
      case RELEASE_WITHOUT_COMPARE, RENEWAL_REACQUIRES, TOKEN_REUSED -> new Habits(10, 150, 50);
      default -> Habits.BUSY;
    };
    Settings settings = new Settings(
        Duration.ofMillis(2_000),
        seed,
        isAlone ? 3 : 2,
        isAlone ? 1 : 3,
        1,
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        habits,
        directory);
    return Run.of(new Campaign(fault, Topology.STANDALONE), Subjects.sabotaged(flaw), settings);
  }
}
