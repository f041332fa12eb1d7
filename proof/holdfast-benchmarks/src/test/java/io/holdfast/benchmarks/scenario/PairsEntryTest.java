package io.holdfast.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairsEntryTest {

  @Test
  void jain_equalShares_isOne() {
    assertThat(PairsEntry.jain(LongStream.of(7, 7, 7))).isEqualTo(1);
  }

  @Test
  void jain_oneHasEverything_isItsShare() {
    assertThat(PairsEntry.jain(LongStream.of(9, 0, 0, 0))).isEqualTo(0.25);
  }

  @Test
  void jain_nobodyHasAnything_isOne() {
    assertThat(PairsEntry.jain(LongStream.of(0, 0))).isEqualTo(1);
  }

  @Test
  void jain_twoToOne_isNineTenths() {
    assertThat(PairsEntry.jain(LongStream.of(2, 1))).isCloseTo(0.9, within(1e-9));
  }
}
