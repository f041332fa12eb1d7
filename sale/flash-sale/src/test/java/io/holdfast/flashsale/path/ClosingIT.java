package io.holdfast.flashsale.path;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.operating.Closing;
import io.holdfast.flashsale.reconcile.MemoryWatch;
import io.holdfast.flashsale.reconcile.Reconciliation;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.writer.Writers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of sales that are over. */
class ClosingIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());
  private final Closing closing = new Closing(
      alice.surroundings, alice.keeper, alice.store, Duration.ZERO, Duration.ofHours(1));

  @AfterEach
  void end() {
    alice.close();
  }

  private static void endedAgo(Sale sale, String interval) {
    Database.jdbc().sql("""
        update sales set opens_at = now() - interval '99 days', ends_at = now() - cast(? as interval)
         where id = ?""").params(interval, sale.id()).update();
  }

  private boolean isActive(Sale sale) {
    return alice.store.active(false).stream().anyMatch(active -> active.id() == sale.id());
  }

  private static long memory(Sale sale) {
    KeySpace keys = new KeySpace(sale.id());
    return Stream.of(
            keys.sale(),
            keys.answers(),
            keys.users(),
            keys.reserved(),
            keys.stream(),
            keys.released())
        .map(key -> Redis.server().command("MEMORY", "USAGE", key, "SAMPLES", "0"))
        .mapToLong(bytes -> bytes == null ? 0 : (Long) bytes)
        .sum();
  }

  @Test
  void closedLongAgo_withUnwrittenEntries_isStillWrittenAndThenForgotten() {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 3);
    alice.keeper.close(sale.id());
    endedAgo(sale, "8 days");
    closing.round();
    assertThat(isActive(sale)).isTrue();

    alice.writer(sale);
    SaleStory.awaitWritten(alice, sale, 3);
    closing.round();
    assertThat(isActive(sale)).isFalse();
    assertThat(memory(sale)).as("they may still give their units back").isPositive();

    Database.jdbc()
        .sql("update orders set status = 'PAID' where sale_id = ?")
        .param(sale.id())
        .update();
    closing.round();
    assertThat(memory(sale)).isZero();
  }

  @Test
  void ended_entriesWait_closedOnlyAfterThey() {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 3);
    endedAgo(sale, "1 minute");
    closing.round();
    assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.OPEN);
    alice.writer(sale);
    SaleStory.awaitWritten(alice, sale, 3);
    closing.round();
    assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.CLOSED);
    assertThat(SaleStory.verdict(alice, alice.store.get(sale.id()), 3).toString())
        .contains("lost=0");
  }

  @Test
  void ended_redisHasLostSomething_rebuiltBeforeItIsClosed() {
    Sale sale = alice.sale(10, 1);
    alice.buyers(sale, 3);
    try (Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      SaleStory.awaitWritten(alice, sale, 3);
    }
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "stamp", "-1");
    endedAgo(sale, "1 minute");
    closing.round();
    assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.OPEN);

    try (Reconciliation reconciliation =
            new Reconciliation(alice.surroundings, alice.memory, Duration.ofHours(1));
        MemoryWatch watch =
            new MemoryWatch(alice.surroundings, alice.memory, Duration.ofHours(1))) {
      reconciliation.round();
      assertThat(alice.store.get(sale.id()).epoch()).isEqualTo(sale.epoch() + 1);
      eventually(() -> {
        watch.round();
        closing.round();
        assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.CLOSED);
      });
    }
  }

  @Test
  void endedWhilePaused_leftToOperatorsForADay() {
    Sale sale = alice.sale(10, 1);
    alice.keeper.pause(sale.id(), "figures are wrong");
    endedAgo(sale, "1 hour");
    closing.round();
    assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.PAUSED);
    endedAgo(sale, "25 hours");
    closing.round();
    assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.CLOSED);
  }

  /** What the operations guide says about an order's memory. */
  @Test
  void memory_ofAnOrder_asDocumented() {
    int orders = 5000;
    Sale sale = alice.sale(orders, 1);
    long empty = memory(sale);
    alice.buyers(sale, orders);
    assertThat((memory(sale) - empty) / orders).isBetween(300L, 500L);
    alice.writer(sale);
    SaleStory.awaitWritten(alice, sale, orders);
    assertThat((memory(sale) - empty) / orders).isBetween(100L, 220L);
  }
}
