package io.holdfast.verification.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.checker.Checker;
import io.holdfast.verification.fault.Fault;
import io.holdfast.verification.fault.Topology;
import io.holdfast.verification.sabotage.Flaw;
import io.holdfast.verification.subject.Subjects;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A checker that nobody has seen fail proves nothing: each planted bug is caught by the one meant for it. */
class SabotageIT {

  private static final long SEED = Long.getLong("holdfast.seed", 7);
  private static final int ATTEMPTS = 3;

  @TempDir
  private Path directory;

  @ParameterizedTest
  @CsvSource({
    "RELEASE_WITHOUT_COMPARE, CLIENT_STOP, OVERLAP",
    "DEADLINE_FROM_REPLY, DELAY, OVERLAP",
    "NO_RENEWAL, CALM, OVERLAP",
    "RENEWAL_REACQUIRES, CLIENT_STOP, OVERLAP",
    "TOKEN_REUSED, CLIENT_STOP, TOKEN_ORDER",
    "TOKEN_REUSED, CLIENT_STOP, FENCED_UPDATES",
    "TOKEN_REUSED, CALM, FENCED_MUTEX",
    "LOST_WAKE_UP, CALM, LIVENESS",
    "RELEASE_NEVER_SENT, CALM, MUTEX",
    "GRANT_WITHOUT_ASKING, CALM, PLAIN_UPDATES",
    "UNKNOWN_AS_REFUSED, REPLY_DROPPED, MUTEX",
    "INNER_RELEASE_FREES, CALM, REENTRANT_MUTEX",
    "RENEWAL_OUTLIVES_HOLDER, CALM, LIVENESS",
    "NO_EXPIRY, CLIENT_KILL, LIVENESS",
    "THREAD_LEFT, CALM, QUIET"
  })
  void flaw_underItsFault_isCaught(Flaw flaw, Fault fault, Checker checker) throws Exception {
    long caught = 0;
    for (int attempt = 0; attempt < ATTEMPTS && caught == 0; attempt++) {
      caught = run(flaw, fault, SEED + attempt).verdict(checker).finding().count();
    }
    assertThat(caught).as("%s under %s, found by %s", flaw, fault, checker).isPositive();
  }

  @Test
  void lockWithoutAFlaw_underTheSameFaults_passes() throws Exception {
    for (Fault fault : new Fault[] {Fault.CLIENT_STOP, Fault.DELAY}) {
      assertThat(run(Flaw.NONE, fault, SEED).broken()).as("seed %s", SEED).isEmpty();
    }
  }

  private Outcome run(Flaw flaw, Fault fault, long seed) throws Exception {
    Settings settings = new Settings(
        Duration.ofMillis(1_800),
        seed,
        2,
        3,
        1,
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        directory);
    return Run.of(new Campaign(fault, Topology.STANDALONE), Subjects.sabotaged(flaw), settings);
  }
}
