package io.holdfast.flashsale.order;

/** How far an order has come. */
public enum OrderStatus {
  /** Promised, and not in the database yet. */
  ACCEPTED,
  /** In the database. */
  AWAITING_PAYMENT,
  PAID,
  /** Not paid in time; its units are for sale again. */
  EXPIRED,
  CANCELLED,
  /** Could not be written: a dead letter. */
  FAILED;

  /** Whether nothing can become of it any more. */
  public boolean isOver() {
    return this == EXPIRED || this == CANCELLED || this == FAILED;
  }
}
