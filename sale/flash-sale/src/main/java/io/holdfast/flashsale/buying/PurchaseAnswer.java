package io.holdfast.flashsale.buying;

/** What a buyer is told. Refused and unknown are kept apart: only a refusal means that nothing happened. */
public sealed interface PurchaseAnswer {

  /**
   * The units are the buyer's.
   *
   * @param order the order
   * @param durable whether it is in the database, or only accepted so far
   * @param replayed whether this is the answer to an earlier request with the same key
   * @param left what the buyer is told is left
   */
  record Accepted(OrderId order, boolean durable, boolean replayed, int left)
      implements PurchaseAnswer {}

  /**
   * Nothing happened.
   *
   * @param reason why
   */
  record Refused(Reason reason) implements PurchaseAnswer {}

  /**
   * Nobody can say yet whether it happened; asking again with the same key will tell.
   *
   * @param why what went wrong
   */
  record Unknown(String why) implements PurchaseAnswer {}

  /** Why nothing happened. */
  enum Reason {
    SOLD_OUT,
    LIMIT_REACHED,
    NOT_STARTED,
    ENDED,
    PAUSED,
    /** The same key was used for another wish. */
    KEY_REUSED,
    /** Too many at once, or the lock was not free in time. */
    BUSY
  }
}
