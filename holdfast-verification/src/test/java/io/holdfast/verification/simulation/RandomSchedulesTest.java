package io.holdfast.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.simulation.Simulation.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The engine keeps its promises under a thousand random schedules, always the same. {@code
 * -Dsimulation.first} plays others, {@code -Dsimulation.schedules} more; {@code -Dsimulation.seed} replays one of
 * them with its trace.
 */
class RandomSchedulesTest {

  private static final String SEED = "simulation.seed";
  private static final String SCHEDULES = "simulation.schedules";

  /** With fewer schedules it is chance whether everything happens. */
  private static final int ENOUGH = 1_000;

  @Test
  void schedules_randomFaults_keepEveryPromise() {
    Long replayed = Long.getLong(SEED);
    long first = replayed != null ? replayed : Long.getLong("simulation.first", 1);
    int count = replayed != null ? 1 : Integer.getInteger(SCHEDULES, 1_000);
    long start = System.nanoTime();
    long leases = 0;
    long grants = 0;
    Tally tally = new Tally();
    for (int i = 0; i < count; i++) {
      Outcome outcome = Simulation.play(Schedule.of(first + i), Sabotage.NONE);
      if (!outcome.broken().isEmpty() || replayed != null) {
        report(outcome);
      }
      leases += outcome.leases();
      grants += outcome.grants();
      tally.add(outcome.tally());
    }
    System.out.printf(
        "%d schedules from seed %d: %d leases in %d tenures, %d ms%n",
        count,
        first,
        leases,
        grants,
        Duration.ofNanos(System.nanoTime() - start).toMillis());
    System.out.println(tally);
    if (count >= ENOUGH) {
      assertThat(Incident.values())
          .as("all that can happen happened")
          .allMatch(incident -> tally.of(incident) > 0);
    }
  }

  private static void report(Outcome outcome) {
    Outcome traced = Simulation.trace(Schedule.of(outcome.seed()), Sabotage.NONE);
    traced.trace().forEach(System.out::println);
    assertThat(outcome.broken())
        .as(
            "replay: mvn -pl holdfast-verification test -Dtest=RandomSchedulesTest -D%s=%d",
            SEED, outcome.seed())
        .isEmpty();
  }
}
