package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import java.time.Duration;

/** Takes no money: it answers after a while, and says no to a share of the orders. Thread-safe. */
public final class SimulatedProvider implements PaymentProvider {

  public SimulatedProvider(Duration delay, double declined) {}

  @Override
  public boolean charge(OrderId order, long amountCents) throws InterruptedException {
    return io.holdfast.flashsale.work.Later.body();
  }
}
