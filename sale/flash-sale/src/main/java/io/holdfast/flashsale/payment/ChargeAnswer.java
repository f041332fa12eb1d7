package io.holdfast.flashsale.payment;

/** What a provider says about a charge. */
public enum ChargeAnswer {
  /** The money is taken. */
  TAKEN,
  /** Nothing was taken, and nothing will be by this attempt. */
  DECLINED,
  /** Not known yet: it will say so by a webhook, or when it is asked again. */
  LATER
}
