package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.order.Order;

/** What became of the wish to pay. */
public sealed interface PaymentOutcome {

  /** Paid, now or by an earlier wish; the money was taken once. */
  record Paid(Order order) implements PaymentOutcome {}

  /** The provider said no; the order still waits. */
  record Declined(Order order) implements PaymentOutcome {}

  /**
   * The order was over.
   *
   * @param order as it is now
   * @param refunded whether money had been taken, and goes back
   */
  record TooLate(Order order, boolean refunded) implements PaymentOutcome {}

  /** Nobody knows yet whether the money is taken; the order tells when it is. */
  record UnderWay(Order order) implements PaymentOutcome {}

  /** The order is accepted and not in the database yet: ask again in a moment. */
  record NotYet(Order order) implements PaymentOutcome {}

  /** This user has no such order. */
  record Unknown() implements PaymentOutcome {}
}
