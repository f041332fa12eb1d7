package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;

class TestkitPartsTest {

  @Test
  void ticker_moved_movesTheRightClock() {
    ManualTicker ticker = new ManualTicker();
    long nanos = ticker.nanos();
    long wall = ticker.wallMillis();
    ticker.advance(Duration.ofMillis(5));
    assertThat(ticker.nanos() - nanos).isEqualTo(5_000_000);
    assertThat(ticker.wallMillis() - wall).isEqualTo(5);
    ticker.suspend(Duration.ofSeconds(1));
    ticker.stepWallClock(Duration.ofSeconds(-3));
    assertThat(ticker.nanos() - nanos).isEqualTo(5_000_000);
    assertThat(ticker.wallMillis() - wall).isEqualTo(-1_995);
    assertThatThrownBy(() -> ticker.advance(Duration.ofMillis(-1)))
        .hasMessageContaining("PT-0.001S");
  }

  @Test
  void eventually_neverTrue_failsNamingIt() {
    assertThatThrownBy(
            () -> Eventually.within(Duration.ofMillis(30)).eventually("pigs fly", () -> false))
        .isInstanceOf(ConditionTimeoutException.class)
        .hasMessageContaining("pigs fly");
  }

  @Test
  void leakCheck_withThreadLeft_findsItUntilItEnds() throws Exception {
    LeakCheck check = LeakCheck.start();
    CountDownLatch end = new CountDownLatch(1);
    Thread leaked = new Thread(
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        "planted-leak-1");
    leaked.start();
    System.setProperty(Eventually.SCALE_PROPERTY, "0.02");
    try {
      assertThatThrownBy(() -> check.assertNoThreads("planted-leak"))
          .hasMessageContaining("planted-leak-1");
    } finally {
      System.clearProperty(Eventually.SCALE_PROPERTY);
    }
    end.countDown();
    leaked.join();
    check.assertNoThreads("planted-leak");
  }
}
