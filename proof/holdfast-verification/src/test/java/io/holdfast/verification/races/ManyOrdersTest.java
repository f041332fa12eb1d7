package io.holdfast.verification.races;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The races of {@link HandOverRaceTest} in more orders than every build has time for. */
@Tag("thorough")
class ManyOrdersTest {

  private static final int INVOCATIONS = 40;

  @ParameterizedTest
  @MethodSource("io.holdfast.verification.races.HandOverRaceTest#races")
  void race_ofTwo_isSoundInManyOrders(Class<? extends Race> race) throws NoSuchMethodException {
    HandOverRaceTest.assertSound(race, INVOCATIONS);
  }
}
