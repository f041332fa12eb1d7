package io.holdfast.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.spi.Ticker;
import org.junit.jupiter.api.Test;

class LeaseClockTest {

  private static final long MS = 1_000_000;

  /** Two clocks, each moved by hand. */
  private static final class TwoClocks implements Ticker {
    long nanos = Long.MAX_VALUE - 5_000 * MS; // overflows on its way, as nanoTime may
    long wallMillis = 1_763_190_000_000L;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public long wallMillis() {
      return wallMillis;
    }

    void both(long millis) {
      nanos += millis * MS;
      wallMillis += millis;
    }
  }

  private final TwoClocks ticker = new TwoClocks();
  private final LeaseClock clock = new LeaseClock(ticker);
  private final long start = clock.nanos();

  private long passedMillis() {
    return (clock.nanos() - start) / MS;
  }

  @Test
  void nanos_clocksAgree_isTheMonotonicOne() {
    for (int i = 1; i <= 100; i++) {
      ticker.both(100);
      assertThat(passedMillis()).isEqualTo(i * 100L);
    }
  }

  @Test
  void nanos_suspended_addsWhatTheWallClockShows() {
    ticker.both(1_000);
    ticker.wallMillis += 40_000;
    assertThat(passedMillis()).isEqualTo(41_000);
    ticker.both(1_000);
    assertThat(passedMillis()).isEqualTo(42_000);
  }

  @Test
  void nanos_suspendedTwice_addsBoth() {
    ticker.wallMillis += 40_000;
    assertThat(passedMillis()).isEqualTo(40_000);
    ticker.wallMillis += 10_000;
    assertThat(passedMillis()).isEqualTo(50_000);
  }

  @Test
  void nanos_smallDifference_isIgnored() {
    ticker.wallMillis += 5;
    assertThat(passedMillis()).isZero();
  }

  @Test
  void nanos_suspendedShortlyAgainAndAgain_missesLittle() {
    for (int i = 0; i < 100; i++) {
      ticker.both(100);
      ticker.wallMillis += 4;
      clock.agree();
    }
    assertThat(passedMillis()).isBetween(10_400L - 11, 10_400L); // 5 ms, and 500 ppm
  }

  @Test
  void nanos_wallClockInCoarseSteps_gainsLittle() {
    for (int i = 0; i < 60_000; i++) {
      ticker.nanos += MS;
      if (i % 16 == 15) {
        ticker.wallMillis += 16;
      }
      if (i % 1_000 == 0) {
        clock.agree();
      }
      long unused = clock.nanos();
    }
    assertThat(passedMillis()).isBetween(60_000L, 60_000L + 50);
  }

  @Test
  void nanos_wallClockSteppedBack_isIgnoredAndALaterJumpIsSeen() {
    ticker.wallMillis -= 3_600_000;
    assertThat(passedMillis()).isZero();
    ticker.both(100);
    assertThat(passedMillis()).isEqualTo(100);
    ticker.wallMillis += 40_000;
    assertThat(passedMillis()).isEqualTo(40_100);
  }

  @Test
  void nanos_never_goesBackwards() {
    java.util.Random random = new java.util.Random(42);
    long last = clock.nanos();
    for (int i = 0; i < 10_000; i++) {
      ticker.nanos += random.nextInt(1_000) * MS;
      ticker.wallMillis += random.nextInt(3_000) - 1_000;
      if (random.nextInt(10) == 0) {
        clock.agree();
      }
      long now = clock.nanos();
      assertThat(now - last).isNotNegative();
      last = now;
    }
  }

  @Test
  void agree_slowDrift_isForgotten() {
    for (int i = 0; i < 100; i++) {
      ticker.both(1_000);
      ticker.wallMillis += i % 2; // 500 ppm
      clock.agree();
    }
    assertThat(passedMillis()).isEqualTo(100_000);
  }

  @Test
  void agree_afterASuspension_doesNotHideIt() {
    ticker.wallMillis += 40_000;
    clock.agree();
    assertThat(passedMillis()).isEqualTo(40_000);
  }
}
