package io.holdfast.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random schedules in portions, for {@code ./mutants}: a mutant that breaks a promise is found by the first portion
 * in which it does. Ordinary builds leave it out by its name; {@link RandomSchedulesTest} plays the same ones, and
 * more.
 */
class MutantSchedules {

  private static final int PORTION = Integer.getInteger("mutants.schedules", 200) / 4;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void portion_ofRandomSchedules_keepsEveryPromise(int portion) {
    for (int i = 0; i < PORTION; i++) {
      long seed = 1L + (long) portion * PORTION + i;
      assertThat(Simulation.play(Schedule.of(seed), Sabotage.NONE).broken()).isEmpty();
    }
  }
}
