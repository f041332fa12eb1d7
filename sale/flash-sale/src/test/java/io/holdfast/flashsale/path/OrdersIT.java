package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.sold;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.order.Cancellation;
import io.holdfast.flashsale.order.Expiry;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrdersIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());
  private final Expiry expiry = new Expiry(Database.pool(), Duration.ofHours(1));
  private final GiveBack giveBack =
      new GiveBack(Database.pool(), alice.memory, Duration.ofHours(1));

  @AfterEach
  void end() {
    alice.close();
  }

  private static OrderId id(Sale sale, String user) {
    return OrderId.of(sale.id(), user, "first");
  }

  private Sale withOrderOf(String user, int total) {
    Sale sale = alice.sale(total, 1);
    alice.buy(sale, user);
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
    return sale;
  }

  private OrderStatus status(Sale sale, String user) {
    return alice.orders.find(id(sale, user), user).map(Order::status).orElseThrow();
  }

  private static void timeIsOver(Sale sale) {
    Database.jdbc()
        .sql("update orders set pay_by = now() - interval '1 second' where sale_id = ?")
        .param(sale.id())
        .update();
  }

  @Test
  void order_isFoundFromTheMomentItIsAccepted_byItsUserOnly() {
    Sale sale = alice.sale(10, 1);
    assertThat(alice.orders.find(id(sale, "ann"), "ann")).isEmpty();
    alice.buy(sale, "ann");
    assertThat(status(sale, "ann")).isEqualTo(OrderStatus.ACCEPTED);
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
    assertThat(alice.orders.find(id(sale, "ann"), "ann")).hasValueSatisfying(order -> {
      assertThat(order.status()).isEqualTo(OrderStatus.AWAITING_PAYMENT);
      assertThat(order.saleName()).isEqualTo("lamp");
      assertThat(order.priceCents()).isEqualTo(1990);
      assertThat(order.payBy()).isAfter(order.acceptedAt());
    });
    assertThat(alice.orders.find(id(sale, "ann"), "ben")).isEmpty();
    assertThat(alice.orders.ofUser("ann", 100))
        .anyMatch(order -> order.id().equals(id(sale, "ann")));
  }

  @Test
  void cancelled_itsUnitIsForSaleAgain_andItsUserMayBuyAgain() {
    Sale sale = withOrderOf("ann", 1);
    long generation = standing(alice, sale).generation();
    assertThat(alice.buy(sale, "ben")).isEqualTo(new Refused(Reason.SOLD_OUT));
    assertThat(alice.orders.cancel(id(sale, "ann"), "ann"))
        .isInstanceOf(Cancellation.Cancelled.class);
    giveBack.sweep();
    assertThat(standing(alice, sale).generation()).isGreaterThan(generation);
    assertThat(sold(sale)).isZero();
    assertThat(alice.buy(sale, "ann", "second", 1)).isInstanceOf(Accepted.class);
  }

  @Test
  void cancelled_twice_givesBackOnce() {
    Sale sale = withOrderOf("ann", 5);
    alice.orders.cancel(id(sale, "ann"), "ann");
    assertThat(alice.orders.cancel(id(sale, "ann"), "ann"))
        .isInstanceOf(Cancellation.Cancelled.class);
    giveBack.sweep();
    giveBack.sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(5);
    assertThat(sold(sale)).isZero();
  }

  @Test
  void givenBack_crashBeforeItWasNoted_isRepeatedWithoutEffect() {
    Sale sale = withOrderOf("ann", 5);
    alice.orders.cancel(id(sale, "ann"), "ann");
    giveBack.sweep();
    Database.jdbc()
        .sql("update orders set given_back = false where sale_id = ?")
        .param(sale.id())
        .update();
    giveBack.sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(5);
    assertThat(alice.reconciler.look(sale.id()).difference()).isZero();
  }

  @Test
  void givenBack_underAnotherEpoch_waits() {
    Sale sale = withOrderOf("ann", 5);
    alice.orders.cancel(id(sale, "ann"), "ann");
    Redis.server().command("HSET", new KeySpace(sale.id()).sale(), "epoch", "0");
    giveBack.sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(4);
    Redis.server().command("HSET", new KeySpace(sale.id()).sale(), "epoch", "1");
    giveBack.sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(5);
  }

  @Test
  void cancel_ofSomebodyElse_orTooEarly_orUnknown_changesNothing() {
    Sale sale = alice.sale(5, 1);
    alice.buy(sale, "ann");
    assertThat(alice.orders.cancel(id(sale, "ann"), "ann")).isInstanceOf(Cancellation.NotYet.class);
    assertThat(alice.orders.cancel(id(sale, "ann"), "ben"))
        .isInstanceOf(Cancellation.NoSuchOrder.class);
    assertThat(alice.orders.cancel(id(sale, "zoe"), "zoe"))
        .isInstanceOf(Cancellation.NoSuchOrder.class);
    assertThat(standing(alice, sale).available()).isEqualTo(4);
  }

  @Test
  void unpaid_whenItsTimeIsOver_expires_andItsUnitComesBack() {
    Sale sale = withOrderOf("ann", 5);
    expiry.sweep();
    assertThat(status(sale, "ann")).isEqualTo(OrderStatus.AWAITING_PAYMENT);
    timeIsOver(sale);
    expiry.sweep();
    expiry.sweep();
    giveBack.sweep();
    assertThat(status(sale, "ann")).isEqualTo(OrderStatus.EXPIRED);
    assertThat(standing(alice, sale).available()).isEqualTo(5);
    assertThat(sold(sale)).isZero();
    assertThat(alice.orders.cancel(id(sale, "ann"), "ann"))
        .isInstanceOf(Cancellation.TooLate.class);
  }

  @Test
  void export_hasEveryOrder_andNoFormula() throws Exception {
    Sale sale = withOrderOf("=cmd()\"x", 5);
    StringBuilder csv = new StringBuilder();
    alice.orders.export(sale.id(), csv);
    assertThat(csv.toString().lines())
        .hasSize(2)
        .element(1)
        .asString()
        .startsWith(id(sale, "=cmd()\"x") + ",\"'=cmd()\"\"x\",\"first\",1,1990,AWAITING_PAYMENT,");
  }
}
