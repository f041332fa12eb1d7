package io.holdfast.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.spring.locked.LockRefusedException;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.junit.WithHoldfast;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@WithHoldfast
@SpringBootTest(properties = "holdfast.locked.wait-time=50ms")
class StockIT {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Stock.class)
  static class Application {}

  @Autowired
  private Stock stock;

  @SuppressWarnings("NullAway.Init")
  StockIT() {}

  @Test
  void take_whileSomebodyElseDoes_isRefused(Holdfast somebodyElse) throws Exception {
    try (Lease lease = somebodyElse.lock("stock:42").acquire()) {
      assertThat(lease.isHeld()).isTrue();
      assertThatThrownBy(() -> stock.take("42")).isInstanceOf(LockRefusedException.class);
    }
  }

  @Test
  void take_lastOne_leavesNone(RedisServer server) {
    server.command("SET", "left:42", "1");
    assertThat(stock.take("42")).isTrue();
    assertThat(stock.take("42")).isFalse();
  }

  @RepeatedTest(2)
  void server_ofEveryTest_isEmpty(RedisServer server) {
    assertThat(server.keys()).isEmpty();
    server.command("SET", "left:42", "7");
    assertThat(stock.take("42")).isTrue();
  }

  @Test
  void clients_theApplicationsAndTheTests_areTwo(
      @Autowired Holdfast holdfast, Holdfast somebodyElse) {
    assertThat(holdfast).isNotSameAs(somebodyElse);
    try (Lease lease = holdfast.lock("a").tryAcquire().orElseThrow()) {
      assertThat(lease.isHeld()).isTrue();
      assertThat(somebodyElse.lock("a").tryAcquire()).isEmpty();
    }
  }
}
