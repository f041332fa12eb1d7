package io.holdfast.flashsale.sale;

/** What the seller has decided; whether it has begun or is over is a question of time as well. */
public enum SaleStatus {
  /** Sells between its opening and its end. */
  OPEN,
  /** Sells nothing for now: an operator's wish, or the service does not trust its own figures. */
  PAUSED,
  /** Over for good. */
  CLOSED
}
