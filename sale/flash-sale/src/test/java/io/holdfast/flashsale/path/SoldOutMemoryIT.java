package io.holdfast.flashsale.path;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.door.SoldOutMemory;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What <i>sold out</i> from memory costs Redis. */
class SoldOutMemoryIT {

  private static final int WISHES = 20_000;

  @Test
  void manyOrders_areReadInPortions_andNotAgainAtOnce() {
    AtomicLong millis = new AtomicLong(); // every look at the clock takes one
    try (RedisServer server = RedisServer.start();
        PathInstance bob = new PathInstance("bob", server.uri())) {
      SoldOutMemory memory = new SoldOutMemory(
          bob.memory, () -> Duration.ofMillis(millis.incrementAndGet()).toNanos());
      Sale sale = bob.sale(1, 1);
      bob.buy(sale, "ann");
      server.command(
          "EVAL",
          "for i = 1, " + WISHES + " do redis.call('HSET', KEYS[1], 'user-' .. i .. '\\nk', 1) end",
          "1",
          new KeySpace(sale.id()).answers());
      server.resetStats();
      memory.notice(sale.id());
      eventually("it knows", () -> memory.size() == 1);
      assertThat(memory.refuses(new Purchase(sale, "zoe", "k", 1))).isTrue();
      assertThat(memory.refuses(new Purchase(sale, "user-" + WISHES, "k", 1))).isFalse();
      assertThat(memory.refuses(new Purchase(sale, "ann", "first", 1))).isFalse();
      assertThat(server.commandCalls("hkeys")).as("all at once").isZero();
      long portions = server.commandCalls("hscan");
      assertThat(portions).isGreaterThanOrEqualTo(WISHES / 1000);

      memory.forget(sale.id()); // a unit came back, and was sold at once
      memory.notice(sale.id());
      assertThat(server.commandCalls("hscan"))
          .as("so soon, Redis is asked instead")
          .isEqualTo(portions);
      millis.addAndGet(1000);
      memory.notice(sale.id());
      eventually("it knows again", () -> memory.size() == 1);
    }
  }
}
