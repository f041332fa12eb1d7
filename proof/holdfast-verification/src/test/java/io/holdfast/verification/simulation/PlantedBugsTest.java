package io.holdfast.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import io.holdfast.verification.simulation.Simulation.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A check nobody has seen fail proves nothing: every planted bug is found, by the promise it breaks. */
class PlantedBugsTest {

  private static final int MOST_SCHEDULES = 10_000;

  @ParameterizedTest
  @EnumSource(
      mode = EXCLUDE,
      names = {"RENEWAL_NEVER_REFUSED", "LATE_COPIES_ARE_GRANTED"})
  void plantedBug_randomSchedules_isFound(PlantedBugs bug) {
    assertFound(bug);
  }

  /** Those that few schedules meet. */
  @ParameterizedTest
  @EnumSource(names = {"RENEWAL_NEVER_REFUSED", "LATE_COPIES_ARE_GRANTED"})
  @Tag("thorough")
  void plantedBug_manyRandomSchedules_isFound(PlantedBugs bug) {
    assertFound(bug);
  }

  private static void assertFound(PlantedBugs bug) {
    for (long seed = 0; seed < MOST_SCHEDULES; seed++) {
      Outcome outcome = Simulation.play(Schedule.of(seed), bug);
      if (outcome.broken().stream().anyMatch(bug::isSeenIn)) {
        System.out.printf("%s: schedule %d, %s%n", bug, seed, outcome.broken().get(0));
        return;
      }
    }
    throw new AssertionError(bug + " was not found by " + MOST_SCHEDULES + " schedules");
  }

  @Test
  void schedule_playedAgain_isTheSameToTheLastEvent() {
    for (long seed = 100; seed < 110; seed++) {
      Outcome first = Simulation.trace(Schedule.of(seed), Sabotage.NONE);
      assertThat(Simulation.trace(Schedule.of(seed), Sabotage.NONE)).isEqualTo(first);
      assertThat(first.trace()).hasSizeGreaterThan(50);
    }
  }
}
