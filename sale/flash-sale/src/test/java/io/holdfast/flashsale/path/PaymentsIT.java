package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.sold;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.order.Cancellation;
import io.holdfast.flashsale.order.Expiry;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.payment.PaymentOutcome;
import io.holdfast.flashsale.payment.PaymentOutcome.Declined;
import io.holdfast.flashsale.payment.PaymentOutcome.NotYet;
import io.holdfast.flashsale.payment.PaymentOutcome.Paid;
import io.holdfast.flashsale.payment.PaymentOutcome.TooLate;
import io.holdfast.flashsale.payment.PaymentOutcome.Unknown;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.payment.Payments;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Paying, and what may happen while the provider thinks. */
class PaymentsIT {

  private final PathInstance alice = new PathInstance("alice", Redis.uri());
  private final Expiry expiry = new Expiry(Database.pool(), Duration.ofHours(1));
  private final GiveBack giveBack =
      new GiveBack(Database.pool(), alice.memory, Duration.ofHours(1));
  private Sale sale;
  private OrderId ann;

  @SuppressWarnings("NullAway.Init")
  PaymentsIT() {}

  @BeforeEach
  void sellOne() {
    sale = alice.sale(5, 1);
    ann = OrderId.of(sale.id(), "ann", "first");
    alice.buy(sale, "ann");
  }

  @AfterEach
  void end() {
    alice.close();
  }

  private PaymentOutcome pay(PaymentProvider provider) throws InterruptedException {
    return new Payments(Database.pool(), alice.orders, provider).pay(ann, "ann");
  }

  private void written() {
    alice.writer(sale);
    awaitWritten(alice, sale, 1);
  }

  private void timeIsOver() {
    Database.jdbc()
        .sql("update orders set pay_by = now() - interval '1 second' where sale_id = ?")
        .param(sale.id())
        .update();
  }

  private List<Long> refunds() {
    return Database.jdbc()
        .sql(
            "select amount_cents from refunds r join orders o on o.id = r.order_id where sale_id = ?")
        .param(sale.id())
        .query(Long.class)
        .list();
  }

  @Test
  void payment_beforeTheOrderIsWritten_isNotYet() throws Exception {
    assertThat(pay((order, cents) -> true)).isInstanceOf(NotYet.class);
  }

  @Test
  void payment_thenExpiry_staysPaid() throws Exception {
    written();
    assertThat(pay((order, cents) -> cents == 1990)).isInstanceOf(Paid.class);
    timeIsOver();
    expiry.sweep();
    giveBack.sweep();
    assertThat(alice.orders.find(ann, "ann").orElseThrow().status()).isEqualTo(OrderStatus.PAID);
    assertThat(standing(alice, sale).available()).isEqualTo(4);
    assertThat(alice.orders.cancel(ann, "ann")).isInstanceOf(Cancellation.TooLate.class);
    assertThat(sold(sale)).isEqualTo(1);
  }

  @Test
  void expiry_whileTheProviderTakesTheMoney_isRefunded_andTheUnitComesBack() throws Exception {
    written();
    PaymentOutcome outcome = pay((order, cents) -> {
      timeIsOver();
      expiry.sweep();
      return true;
    });
    assertThat(outcome).isInstanceOfSatisfying(TooLate.class, late -> {
      assertThat(late.refunded()).isTrue();
      assertThat(late.order().status()).isEqualTo(OrderStatus.EXPIRED);
    });
    assertThat(refunds()).containsExactly(1990L);
    giveBack.sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(5);
  }

  @Test
  void payer_diesAfterTheMoneyIsTaken_theOrdersEndGivesItBack() throws Exception {
    written();
    assertThatThrownBy(() -> pay((order, cents) -> {
          throw new IllegalStateException("killed here");
        }))
        .hasMessage("killed here");
    timeIsOver();
    expiry.sweep();
    expiry.sweep();
    assertThat(refunds()).containsExactly(1990L);
    assertThat(pay((order, cents) -> true))
        .isInstanceOfSatisfying(
            TooLate.class, late -> assertThat(late.refunded()).isTrue());
  }

  @Test
  void payer_diesAfterTheMoneyIsTaken_andAsksAgain_isPaidOnce() throws Exception {
    written();
    assertThatThrownBy(() -> pay((order, cents) -> {
          throw new IllegalStateException("killed here");
        }))
        .hasMessage("killed here");
    assertThat(pay((order, cents) -> true)).isInstanceOf(Paid.class);
    timeIsOver();
    expiry.sweep();
    assertThat(refunds()).isEmpty();
  }

  @Test
  void payment_declined_thenExpiry_nothingToGiveBack() throws Exception {
    written();
    assertThat(pay((order, cents) -> false)).isInstanceOf(Declined.class);
    timeIsOver();
    expiry.sweep();
    assertThat(refunds()).isEmpty();
  }

  @Test
  void payment_afterTheExpiry_takesNoMoney() throws Exception {
    written();
    timeIsOver();
    expiry.sweep();
    assertThat(pay((order, cents) -> {
          throw new AssertionError("charged");
        }))
        .isInstanceOfSatisfying(
            TooLate.class, late -> assertThat(late.refunded()).isFalse());
    assertThat(refunds()).isEmpty();
  }

  @Test
  void payment_twiceAtOnce_isPaidOnce_withoutARefund() throws Exception {
    written();
    PaymentOutcome outer = pay((order, cents) -> pay((again, same) -> true) instanceof Paid);
    assertThat(outer).isInstanceOf(Paid.class);
    assertThat(refunds()).isEmpty();
  }

  @Test
  void payment_declined_theOrderStillWaits() throws Exception {
    written();
    assertThat(pay((order, cents) -> false)).isInstanceOf(Declined.class);
    assertThat(pay((order, cents) -> true)).isInstanceOf(Paid.class);
  }

  @Test
  void payment_ofSomebodyElsesOrder_isUnknown() throws Exception {
    written();
    Payments payments = new Payments(Database.pool(), alice.orders, (order, cents) -> true);
    assertThat(payments.pay(ann, "ben")).isInstanceOf(Unknown.class);
  }
}
