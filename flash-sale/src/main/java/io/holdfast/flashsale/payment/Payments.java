package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.order.Orders;
import javax.sql.DataSource;

/** Paying for orders. Thread-safe. */
public final class Payments {

  public Payments(DataSource database, Orders orders, PaymentProvider provider) {}

  /** Pays the order, if it is this user's; waits for the provider. */
  public PaymentOutcome pay(OrderId id, String user) throws InterruptedException {
    return io.holdfast.flashsale.work.Later.body();
  }
}
