package io.holdfast.verification.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasureTest {

  private static final long MEGABYTE = 1 << 20;

  @Test
  void steadyValues_areFlat() {
    assertThat(Measure.grown(samples(Measure.THREADS, number -> 20 + number % 3)))
        .isEmpty();
  }

  @Test
  void aThreadPerSample_isGrowth() {
    assertThat(Measure.grown(samples(Measure.THREADS, number -> 20 + number)))
        .containsExactly("threads grew from 27 to 45; expected at most 29");
  }

  @Test
  void oneKeyThatStays_isGrowth() {
    assertThat(Measure.grown(samples(Measure.KEYS, number -> number < 15 ? 0 : 1)))
        .singleElement()
        .asString()
        .startsWith("keys grew from 0 to 1");
  }

  @Test
  void heapThatFillsWhileWarmingUp_isFlat() {
    assertThat(Measure.grown(
            samples(Measure.HEAP, number -> number < 3 ? MEGABYTE * (number + 1) : 10 * MEGABYTE)))
        .isEmpty();
  }

  @Test
  void heapThatGrowsByATenthOfAMegabyte_isGrowth() {
    assertThat(
            Measure.grown(samples(Measure.HEAP, number -> 10 * MEGABYTE + number * MEGABYTE / 8)))
        .hasSize(1);
  }

  private static List<Sample> samples(Measure measure, LongUnaryOperator value) {
    return LongStream.range(0, 30)
        .mapToObj(
            number -> new Sample(number, number, 0, Map.of(measure, value.applyAsLong(number))))
        .toList();
  }
}
