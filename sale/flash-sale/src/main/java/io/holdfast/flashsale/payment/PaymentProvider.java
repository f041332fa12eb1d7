package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;

/** Takes the money. Thread-safe. */
@FunctionalInterface
public interface PaymentProvider {

  /**
   * Charges for an order, once however often it is asked.
   *
   * @return whether the money is taken
   * @throws InterruptedException if interrupted before an answer
   */
  boolean charge(OrderId order, long amountCents) throws InterruptedException;
}
