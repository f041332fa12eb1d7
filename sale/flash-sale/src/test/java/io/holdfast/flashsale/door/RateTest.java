package io.holdfast.flashsale.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND); // nanoTime may overflow

  @Test
  void ask_burstThenPace_noMoreThanAllowed() {
    Rate rate = new Rate(2, 3, 1000, clock::get);
    for (int i = 0; i < 3; i++) {
      assertThat(rate.ask("ann")).isZero();
    }
    assertThat(rate.ask("ann")).isEqualTo(SECOND / 2);
    clock.addAndGet(SECOND / 2);
    assertThat(rate.ask("ann")).isZero();
    assertThat(rate.ask("ann")).isPositive();
    clock.addAndGet(10 * SECOND);
    for (int i = 0; i < 3; i++) {
      assertThat(rate.ask("ann")).isZero();
    }
    assertThat(rate.ask("ann")).isPositive();
  }

  @Test
  void ask_others_doNotCount() {
    Rate rate = new Rate(1, 1, 1000, clock::get);
    assertThat(rate.ask("ann")).isZero();
    assertThat(rate.ask("bea")).isZero();
    assertThat(rate.ask("ann")).isPositive();
  }

  @Test
  void ask_rateZero_noLimit() {
    Rate rate = new Rate(0, 1, 1000, clock::get);
    for (int i = 0; i < 100; i++) {
      assertThat(rate.ask("ann")).isZero();
    }
  }

  @Test
  void callers_tooMany_forgottenButNotTheBusyOne() {
    Rate rate = new Rate(1, 1, 1000, clock::get);
    rate.ask("busy");
    for (int i = 0; i < 100_000; i++) {
      assertThat(rate.ask("caller" + i)).isZero();
      assertThat(rate.ask("busy")).isPositive();
      assertThat(rate.remembered()).isLessThanOrEqualTo(1001);
    }
  }
}
