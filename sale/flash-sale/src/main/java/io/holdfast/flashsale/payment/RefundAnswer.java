package io.holdfast.flashsale.payment;

/** What a provider says about a refund. */
public enum RefundAnswer {
  /** The money is given back. */
  RETURNED,
  /** It cannot give it back: somebody has to look. */
  REFUSED,
  /** Not known yet: it will say so by a webhook, or when it is asked again. */
  LATER
}
