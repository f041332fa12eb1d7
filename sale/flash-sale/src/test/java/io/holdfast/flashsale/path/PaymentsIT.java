package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.sold;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.flashsale.payment.ChargeAnswer.DECLINED;
import static io.holdfast.flashsale.payment.ChargeAnswer.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.TestProvider;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.order.Cancellation;
import io.holdfast.flashsale.order.Expiry;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.payment.Charge;
import io.holdfast.flashsale.payment.ChargeAnswer;
import io.holdfast.flashsale.payment.PaymentOutcome;
import io.holdfast.flashsale.payment.PaymentOutcome.Declined;
import io.holdfast.flashsale.payment.PaymentOutcome.NotYet;
import io.holdfast.flashsale.payment.PaymentOutcome.Paid;
import io.holdfast.flashsale.payment.PaymentOutcome.TooLate;
import io.holdfast.flashsale.payment.PaymentOutcome.UnderWay;
import io.holdfast.flashsale.payment.PaymentOutcome.Unknown;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.payment.Payments;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.work.BoundedPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
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

  private static Payments payments(PathInstance at, PaymentProvider provider) {
    return new Payments(Database.pool(), at.orders, provider, Points.NONE, Duration.ZERO);
  }

  private PaymentOutcome pay(TestProvider provider) {
    return payments(alice, provider).pay(ann, "ann");
  }

  private void inquire(TestProvider provider) {
    payments(alice, provider).inquiries(new BoundedPool("inquiry", 2)).round();
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
    return Database.jdbc().sql("""
            select a.amount_cents from refunds r join payment_attempts a on a.id = r.attempt_id
              join orders o on o.id = a.order_id where o.sale_id = ?""").param(sale.id()).query(Long.class).list();
  }

  @Test
  void payment_beforeTheOrderIsWritten_isNotYet() {
    assertThat(pay(charge -> TAKEN)).isInstanceOf(NotYet.class);
  }

  @Test
  void payment_thenExpiry_staysPaid() {
    written();
    assertThat(pay(charge -> charge.amountCents() == 1990 ? TAKEN : DECLINED))
        .isInstanceOf(Paid.class);
    timeIsOver();
    expiry.sweep();
    giveBack.sweep();
    assertThat(alice.orders.find(ann, "ann").orElseThrow().status()).isEqualTo(OrderStatus.PAID);
    assertThat(standing(alice, sale).available()).isEqualTo(4);
    assertThat(alice.orders.cancel(ann, "ann")).isInstanceOf(Cancellation.TooLate.class);
    assertThat(sold(sale)).isEqualTo(1);
  }

  @Test
  void expiry_whileTheProviderTakesTheMoney_isRefunded_andTheUnitComesBack() {
    written();
    PaymentOutcome outcome = pay(charge -> {
      timeIsOver();
      expiry.sweep();
      return TAKEN;
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
  void cancelled_whileTheProviderThinks_whichThenDeclines_nothingIsRefunded() {
    written();
    PaymentOutcome outcome = pay(charge -> {
      alice.orders.cancel(ann, "ann");
      return DECLINED;
    });
    assertThat(outcome).isInstanceOfSatisfying(TooLate.class, late -> {
      assertThat(late.refunded()).isFalse();
      assertThat(late.order().status()).isEqualTo(OrderStatus.CANCELLED);
    });
    assertThat(refunds()).isEmpty();
  }

  @Test
  void answer_lostAfterTheMoneyWasTaken_orderOver_isAskedForAndRefunded() {
    written();
    assertThat(pay(PaymentsIT::lost)).isInstanceOf(UnderWay.class);
    timeIsOver();
    expiry.sweep();
    assertThat(refunds()).as("nobody knows yet that it was taken").isEmpty();
    inquire(charge -> TAKEN);
    inquire(charge -> TAKEN);
    assertThat(refunds()).containsExactly(1990L);
    assertThat(pay(charge -> TAKEN))
        .isInstanceOfSatisfying(
            TooLate.class, late -> assertThat(late.refunded()).isTrue());
  }

  @Test
  void answer_lost_buyerAsksAgain_underTheSameAttempt_paysOnce() {
    written();
    List<UUID> attempts = new ArrayList<>();
    assertThat(pay(charge -> {
          attempts.add(charge.attempt());
          return lost(charge);
        }))
        .isInstanceOf(UnderWay.class);
    assertThat(pay(charge -> {
          attempts.add(charge.attempt());
          return TAKEN;
        }))
        .isInstanceOf(Paid.class);
    assertThat(attempts).hasSize(2);
    assertThat(Set.copyOf(attempts)).hasSize(1);
    assertThat(refunds()).isEmpty();
  }

  @Test
  void answer_lost_nobodyAsksAgain_theWorkerDoes() {
    written();
    assertThat(pay(PaymentsIT::lost)).isInstanceOf(UnderWay.class);
    inquire(charge -> TAKEN);
    assertThat(alice.orders.find(ann, "ann").orElseThrow().status()).isEqualTo(OrderStatus.PAID);
  }

  @Test
  void payment_afterTheExpiry_takesNoMoney() {
    written();
    timeIsOver();
    expiry.sweep();
    assertThat(pay(charge -> {
          throw new AssertionError("charged");
        }))
        .isInstanceOfSatisfying(
            TooLate.class, late -> assertThat(late.refunded()).isFalse());
    assertThat(refunds()).isEmpty();
  }

  @Test
  void payment_twiceAtOnce_isOneAttempt_paidOnce_withoutARefund() {
    written();
    List<UUID> attempts = new ArrayList<>();
    PaymentOutcome outer = pay(charge -> {
      attempts.add(charge.attempt());
      assertThat(pay(again -> {
            attempts.add(again.attempt());
            return TAKEN;
          }))
          .isInstanceOf(Paid.class);
      return TAKEN;
    });
    assertThat(outer).isInstanceOf(Paid.class);
    assertThat(Set.copyOf(attempts)).hasSize(1);
    assertThat(refunds()).isEmpty();
    assertThat(MoneyBooks.of(Database.pool(), sale.id()))
        .isEqualTo(new MoneyBooks(1990, 0, 0, 1990, 0));
  }

  @Test
  void payment_declined_theOrderStillWaits_andIsPaidByAnotherAttempt() {
    written();
    List<UUID> attempts = new ArrayList<>();
    assertThat(pay(charge -> {
          attempts.add(charge.attempt());
          return DECLINED;
        }))
        .isInstanceOf(Declined.class);
    assertThat(pay(charge -> {
          attempts.add(charge.attempt());
          return TAKEN;
        }))
        .isInstanceOf(Paid.class);
    assertThat(Set.copyOf(attempts)).hasSize(2);
  }

  @Test
  void payment_ofSomebodyElsesOrder_isUnknown() {
    written();
    assertThat(payments(alice, (TestProvider) charge -> TAKEN).pay(ann, "ben"))
        .isInstanceOf(Unknown.class);
  }

  private static ChargeAnswer lost(Charge charge) throws IOException {
    throw new IOException("no answer");
  }
}
