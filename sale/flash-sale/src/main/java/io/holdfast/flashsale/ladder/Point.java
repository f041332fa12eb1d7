package io.holdfast.flashsale.ladder;

/** Where a rung, or what follows a purchase, can be stopped, in order to show what happens if it stops there. */
public enum Point {
  /** The lock key is set, its expiry is not (rung 4). */
  KEY_SET,
  /** The lock is held, nothing is read yet. */
  LOCKED,
  /** The stock has been read, nothing is written yet. */
  READ,
  /** Stock and order are written and committed, the lock is still held. */
  WRITTEN,
  /** The owner of the lock was compared, the key not yet deleted (rung 6). */
  COMPARED,
  /** The stock in Redis is less by this purchase; nothing else has happened (rung 10). */
  DEDUCTED,
  /** The accept script has run, the buyer has not been told (rung 11). */
  ACCEPTED,
  /** The writer has read a batch from the stream (rung 11). */
  BATCH_READ,
  /** The writer's transaction is about to commit (rungs 11 and 12). */
  BEFORE_COMMIT,
  /** The writer's transaction is committed, the entries not acknowledged (rung 11). */
  COMMITTED,
  /** An attempt to be paid is noted, the provider not asked. */
  CHARGE_BEGUN,
  /** The provider has answered, which is not noted. */
  CHARGE_ANSWERED,
  /** The answer is noted, the buyer not told. */
  CHARGE_NOTED,
  /** A refund is in hand, the provider not asked. */
  REFUND_BEGUN,
  /** The provider has given the money back, which is not noted. */
  REFUND_ANSWERED,
  /** The refund is noted. */
  REFUND_NOTED,
  /** An event for fulfilment is in hand, not sent. */
  DELIVERY_BEGUN,
  /** Fulfilment has the event, which is not noted. */
  DELIVERED
}
