package io.holdfast.flashsale.order;

/** What became of the wish to cancel an order. */
public sealed interface Cancellation {

  /** It is cancelled, now or by an earlier wish; its units are for sale again. */
  record Cancelled(Order order) implements Cancellation {}

  /** It is paid, expired or failed, and stays so. */
  record TooLate(Order order) implements Cancellation {}

  /** It is accepted and not in the database yet: ask again in a moment. */
  record NotYet(Order order) implements Cancellation {}

  /** This user has no such order. */
  record NoSuchOrder() implements Cancellation {}
}
