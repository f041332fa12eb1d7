package io.holdfast.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.verification.simulation.Simulation.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The engine keeps its promises under random schedules, every day others: as many as half a minute allows. {@code
 * -Dsimulation.seconds} plays for longer, {@code -Dsimulation.first} from another seed, and {@code
 * -Dsimulation.seed} one of them with its trace.
 */
class RandomSchedulesTest {

  private static final String SEED = "simulation.seed";

  /** The rarest of all that can happen takes a thousand schedules or two. */
  private static final int MOST_FOR_EVERYTHING = 20_000;

  @Test
  void schedules_randomFaults_keepEveryPromise() {
    Long replayed = Long.getLong(SEED);
    if (replayed != null) {
      report(Simulation.play(Schedule.of(replayed), Sabotage.NONE));
      return;
    }
    Schedules schedules = new Schedules(
        Long.getLong("simulation.first", Schedules.seedOfToday()),
        Long.MAX_VALUE,
        Duration.ofSeconds(Long.getLong("simulation.seconds", 30)));
    Outcome broken = schedules.play(() -> {});
    System.out.println(schedules);
    if (broken != null) {
      report(broken);
    }
    assertThat(schedules.played()).isPositive();
  }

  /** A simulation in which something never happens proves nothing about it. */
  @Test
  void schedules_alwaysTheSame_everythingThatCanHappenHappens() {
    Tally tally = new Tally();
    List<Incident> missing = List.of(Incident.values());
    for (long seed = 1; !missing.isEmpty() && seed < MOST_FOR_EVERYTHING; seed++) {
      tally.add(Simulation.play(Schedule.of(seed), Sabotage.NONE).tally());
      missing =
          Arrays.stream(Incident.values()).filter(what -> tally.of(what) == 0).toList();
    }
    assertThat(missing).isEmpty();
  }

  private static void report(Outcome outcome) {
    Outcome traced = Simulation.trace(Schedule.of(outcome.seed()), Sabotage.NONE);
    traced.trace().forEach(System.out::println);
    assertThat(outcome.broken())
        .as(
            "replay: mvn verify -pl :holdfast-verification -am -Dtest=RandomSchedulesTest -Dit.test=none"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -D%s=%d",
            SEED, outcome.seed())
        .isEmpty();
  }
}
