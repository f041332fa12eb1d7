package io.holdfast.flashsale.payment;

import java.io.IOException;

/**
 * Takes money and gives it back. Each method may be called any number of times, by several instances at once, for the same
 * attempt: the id of the attempt, or of the refund, is the provider's idempotency key. An exception means that
 * nobody knows: the same is asked again later. Answers may also come by a signed webhook, before, after or instead of
 * the method's own, and more than once. Thread-safe.
 */
public interface PaymentProvider {

  /**
   * Takes the money, once however often it is asked.
   *
   * @throws IOException if there is no answer
   * @throws InterruptedException if interrupted before an answer
   */
  ChargeAnswer charge(Charge charge) throws IOException, InterruptedException;

  /**
   * Ends an attempt of an order that is over, and of which no answer is known. It must say what became of the attempt: if
   * nothing was taken, nothing will be. A provider that cannot do so is asked to charge again, and what it takes
   * is refunded.
   *
   * @throws IOException if there is no answer
   * @throws InterruptedException if interrupted before an answer
   */
  default ChargeAnswer withdraw(Charge charge) throws IOException, InterruptedException {
    return charge(charge);
  }

  /**
   * Gives the money back, once however often it is asked. Only asked for what was taken.
   *
   * @throws IOException if there is no answer
   * @throws InterruptedException if interrupted before an answer
   */
  RefundAnswer refund(Refund refund) throws IOException, InterruptedException;
}
