package io.holdfast.internal.tenure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateCopiesTest {

  private static final LateCopies EARLIER = LateCopies.until(100);
  private static final LateCopies LATER = LateCopies.until(200);

  @Test
  void and_two_areThoseThatMayRunLonger() {
    assertThat(EARLIER.and(LATER)).isEqualTo(LATER);
    assertThat(LATER.and(EARLIER)).isEqualTo(LATER);
  }

  @Test
  void and_none_changesNothing() {
    assertThat(LateCopies.NONE.and(LATER)).isEqualTo(LATER);
    assertThat(LATER.and(LateCopies.NONE)).isEqualTo(LATER);
    assertThat(LateCopies.NONE.and(LateCopies.NONE).mayRun(Long.MIN_VALUE)).isFalse();
  }

  @Test
  void mayRun_untilTheirTime_andNotAfter() {
    assertThat(LATER.mayRun(199)).isTrue();
    assertThat(LATER.mayRun(200)).isFalse();
    assertThat(LATER.mayRun(201)).isFalse();
  }
}
