package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.order.OrderTable;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.payment.PaymentOutcome.Declined;
import io.holdfast.flashsale.payment.PaymentOutcome.NotYet;
import io.holdfast.flashsale.payment.PaymentOutcome.Paid;
import io.holdfast.flashsale.payment.PaymentOutcome.TooLate;
import io.holdfast.flashsale.payment.PaymentOutcome.Unknown;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Paying for orders. Whether a payment or an expiry comes first is decided by the order's row: one conditional
 * update wins, and money that was taken for an order that is over becomes a refund. Thread-safe.
 */
public final class Payments {

  private final OrderTable table;
  private final Orders orders;
  private final PaymentProvider provider;

  public Payments(DataSource database, Orders orders, PaymentProvider provider) {
    this.table = new OrderTable(database);
    this.orders = orders;
    this.provider = provider;
  }

  /** Pays the order, if it is this user's; waits for the provider. */
  public PaymentOutcome pay(OrderId id, String user) throws InterruptedException {
    Optional<Order> found = orders.find(id, user);
    if (found.isEmpty()) {
      return new Unknown();
    }
    Order order = found.get();
    return switch (order.status()) {
      case ACCEPTED -> new NotYet(order);
      case PAID -> new Paid(order);
      case EXPIRED, CANCELLED, FAILED -> new TooLate(order, table.isRefunded(id));
      case AWAITING_PAYMENT -> charge(order);
    };
  }

  /*
   * It is noted before the provider is asked, so that a crash right after it took the money is not forgotten: if
   * nobody asks again, the order's end gives the money back.
   */
  private PaymentOutcome charge(Order order) throws InterruptedException {
    if (table.beginCharge(order.id())) {
      if (!provider.charge(order.id(), order.priceCents() * order.quantity())) {
        table.declined(order.id());
        return new Declined(order);
      }
      table.pay(order.id());
      return charged(order);
    }
    Order now = table.find(order.id()).orElseThrow(); // paid or over, a moment ago
    return now.status() == OrderStatus.PAID
        ? new Paid(now)
        : new TooLate(now, table.isRefunded(now.id()));
  }

  private PaymentOutcome charged(Order order) {
    Order now = table.find(order.id()).orElseThrow();
    if (now.status() == OrderStatus.PAID) { // by this payment, or by the same wish a moment earlier
      return new Paid(now);
    }
    table.refund(now, "paid when it was " + now.status());
    return new TooLate(now, true);
  }
}
