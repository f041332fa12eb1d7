package io.holdfast.verification.history;

/** The ways to ask for a lock. */
public enum Form {
  /** Waits, whatever interrupts. */
  LOCK,
  /** Now or not at all. */
  TRY,
  /** Waits for a while. */
  TIMED,
  /** Waits, for a lease that is not renewed. */
  FIXED,
  /** Waits until interrupted. */
  INTERRUPTIBLE,
  /** Waits; the lease is an object of its own, bound to no thread. */
  LEASE,
  /** A future, cancelled if it takes too long. */
  ASYNC,
  /** As {@link #LOCK}, and once more inside. */
  REENTRANT
}
