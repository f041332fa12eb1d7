package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.deadLetters;
import static io.holdfast.flashsale.path.SaleStory.enqueue;
import static io.holdfast.flashsale.path.SaleStory.orders;
import static io.holdfast.flashsale.path.SaleStory.sold;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries that can never be orders. */
class PoisonIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());

  @AfterEach
  void end() {
    alice.close();
  }

  @Test
  void oneInTheMiddleOfABatch_isPutAside_itsUnitComesBack_theOthersAreWritten() {
    Sale sale = alice.sale(100, 1);
    alice.buyers(sale, 50);
    alice.buy(sale, "nul\0user"); // PostgreSQL has no such text
    alice.buy(sale, "zoe");
    alice.writer(sale);
    awaitWritten(alice, sale, 51);
    assertThat(deadLetters(sale)).hasSize(1);
    assertThat(standing(alice, sale).available()).isEqualTo(49);
    assertThat(sold(sale)).isEqualTo(51);
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
  }

  @Test
  void itsBuyer_isToldThatItFailed_andMayBuyAgain() {
    Sale sale = alice.sale(100, 1);
    OrderId first = OrderId.of(sale.id(), "ann", "first");
    occupyKey(sale, "ann", "first");
    alice.buy(sale, "ann");
    alice.writer(sale);
    eventually(() -> assertThat(alice.orders.find(first, "ann"))
        .map(Order::status)
        .contains(OrderStatus.FAILED));
    assertThat(alice.orders.find(first, "ben")).isEmpty();
    assertThat(alice.buy(sale, "ann", "second", 1)).isInstanceOf(Accepted.class);
  }

  @Test
  void keyTakenByAnotherOrder_isNoSuccess() {
    Sale sale = alice.sale(100, 1);
    occupyKey(sale, "ann", "first");
    alice.buy(sale, "ann");
    alice.writer(sale);
    eventually(() -> assertThat(deadLetters(sale)).hasSize(1));
    assertThat(deadLetters(sale).get(0)).contains("one_order_per_key");
    eventually(() -> assertThat(standing(alice, sale).available()).isEqualTo(100));
  }

  /** An order with the same user and key, but another id than these have: only a fault can have written it. */
  private static void occupyKey(Sale sale, String user, String key) {
    Database.jdbc().sql("""
            insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
            values (?, ?, ?, ?, 1, 1, 'CANCELLED', now(), now())""").params(UUID.randomUUID(), sale.id(), user, key).update();
  }

  @Test
  void entriesThatMakeNoSense_arePutAside_andDoNotLoop() {
    Sale sale = alice.sale(100, 1);
    String ann = OrderId.of(sale.id(), "ann", "k").toString();
    enqueue(sale, "what", "ever");
    enqueue(sale, "order", "no uuid", "user", "ann", "key", "k", "quantity", "1", "at", "1");
    enqueue(sale, "order", ann, "user", "ann", "key", "k", "quantity", "many", "at", "1");
    enqueue(sale, "order", ann, "user", "ann", "key", "k", "quantity", "-1", "at", "1");
    enqueue(sale, "order", ann, "user", "ben", "key", "k", "quantity", "1", "at", "1");
    alice.buyers(sale, 5);
    alice.writer(sale);
    awaitWritten(alice, sale, 5);
    assertThat(deadLetters(sale)).hasSize(5);
    assertThat(standing(alice, sale).available()).isEqualTo(95);
  }

  @Test
  void moreThanThereIs_isNeverSold_theSalePausesAndTheUnitDoesNotComeBack() {
    Sale sale = alice.sale(10, 1);
    Redis.server().command("HINCRBY", new KeySpace(sale.id()).sale(), "available", "2"); // a lie
    alice.buyers(sale, 12);
    alice.writer(sale);
    eventually(() -> assertThat(deadLetters(sale)).hasSize(2));
    eventually(() -> assertThat(standing(alice, sale).pending()).isZero());
    assertThat(orders(sale)).isEqualTo(10);
    assertThat(standing(alice, sale).available()).isZero();
    assertThat(alice.store.get(sale.id()).status()).isEqualTo(SaleStatus.PAUSED);
    assertThat(alice.buy(sale, "zoe"))
        .as("Redis was told at once")
        .isEqualTo(new Refused(Reason.PAUSED));
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
  }

  /** A Redis that was set back has forgotten what users have. */
  @Test
  void moreThanAUserMayHave_isNeverSold_theUnitComesBack() {
    Sale sale = alice.sale(10, 1);
    alice.buy(sale, "ann");
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
    Redis.server().command("HSET", new KeySpace(sale.id()).users(), "ann", "0"); // a lie
    assertThat(alice.buy(sale, "ann", "second", 1)).isInstanceOf(Accepted.class);
    alice.buyers(sale, 3);
    awaitWritten(alice, sale, 4);
    assertThat(deadLetters(sale)).singleElement().asString().contains("'ann'", "more units");
    assertThat(standing(alice, sale).available()).isEqualTo(6);
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
  }

  /** The limit is that of the moment of acceptance: an operator who lowers it later breaks no promise. */
  @Test
  void limitLoweredAfterwards_whatWasAcceptedIsWritten() {
    Sale sale = alice.sale(10, 2);
    alice.buy(sale, "ann", "first", 2);
    Database.jdbc()
        .sql("update sales set per_user = 1 where id = ?")
        .param(sale.id())
        .update();
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
    assertThat(deadLetters(sale)).isEmpty();
  }
}
