package io.holdfast.flashsale.path;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.ledger.SandboxBooks;
import io.holdfast.flashsale.payment.PaymentOutcome;
import io.holdfast.flashsale.payment.PaymentProvider;
import io.holdfast.flashsale.payment.Payments;
import io.holdfast.flashsale.payment.Refunds;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.work.BoundedPool;
import java.time.Duration;
import java.util.UUID;

/** A sale of lamps at 19.90 and an order of ann's in it, written; what instances do with its money. */
final class MoneyStory implements AutoCloseable {

  /** So long that nothing is asked again unless the story says so. */
  private static final Duration AGES = Duration.ofHours(1);

  final PathInstance alice = new PathInstance("alice", Redis.uri());
  final Sale sale = alice.sale(5, 1);
  final OrderId ann = OrderId.of(sale.id(), "ann", "first");

  MoneyStory() {
    alice.buy(sale, "ann");
    alice.writer(sale);
    SaleStory.awaitWritten(alice, sale, 1);
  }

  PaymentOutcome pay(PaymentProvider provider, Points points) {
    return new Payments(Database.pool(), alice.orders, provider, points, AGES).pay(ann, "ann");
  }

  PaymentOutcome pay(PaymentProvider provider) {
    return pay(provider, Points.NONE);
  }

  Refunds refunds(PaymentProvider provider) {
    return new Refunds(Database.pool(), provider, Points.NONE, AGES);
  }

  /** One round of the worker that asks for what has no answer, by an instance that lives. */
  void inquire(PaymentProvider provider, Points points) {
    allIsDue();
    try (BoundedPool pool = new BoundedPool("inquiry", 2)) {
      new Payments(Database.pool(), alice.orders, provider, points, AGES)
          .inquiries(pool)
          .round();
    }
  }

  /** One round of the worker that pays refunds. */
  void refund(PaymentProvider provider, Points points) {
    allIsDue();
    try (BoundedPool pool = new BoundedPool("refund", 2)) {
      new Refunds(Database.pool(), provider, points, AGES).worker(pool).round();
    }
  }

  void refund(PaymentProvider provider) {
    refund(provider, Points.NONE);
  }

  private void allIsDue() {
    Database.jdbc()
        .sql("update payment_attempts set due_at = 'epoch' where order_id = ?")
        .param(ann.value())
        .update();
    Database.jdbc()
        .sql("update refunds set due_at = 'epoch' where attempt_id in"
            + " (select id from payment_attempts where order_id = ?)")
        .param(ann.value())
        .update();
  }

  void cancel() {
    alice.orders.cancel(ann, "ann");
  }

  String status() {
    return alice.orders.find(ann, "ann").orElseThrow().status().name();
  }

  UUID attempt() {
    return Database.jdbc()
        .sql("select id from payment_attempts where order_id = ? order by created_at desc limit 1")
        .param(ann.value())
        .query(UUID.class)
        .single();
  }

  MoneyBooks books() {
    return MoneyBooks.of(Database.pool(), sale.id());
  }

  /** What the sandbox has taken and not given back, by its own books. */
  long kept() {
    return SandboxBooks.kept(Database.pool(), sale.id()).orElse(0);
  }

  @Override
  public void close() {
    alice.close();
  }
}
