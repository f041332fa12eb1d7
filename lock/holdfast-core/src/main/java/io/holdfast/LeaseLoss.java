package io.holdfast;

import java.io.Serializable;

/**
 * Why a lease was lost.
 *
 * @param lockName the lock
 * @param token the lost lease's token
 * @param reason what happened
 * @param detail the same in words, with its figures
 */
public record LeaseLoss(String lockName, long token, Reason reason, String detail)
    implements Serializable {

  /** What ended the lease before its holder did. */
  public enum Reason {
    /** The server answered that the lock is no longer ours: expired, evicted, flushed or taken. */
    RENEWAL_REFUSED,
    /** The deadline passed before a renewal was answered: server or network away, or this process paused. */
    DEADLINE_PASSED,
    /** Somebody called {@link DistributedLock#forceRelease()}. */
    FORCED,
    /** This client was closed. */
    CLOSED,
    /** A lease of fixed length came to its end. */
    LEASE_OVER
  }

  @Override
  public String toString() {
    return "lease lost on lock '" + lockName + "' (token " + token + "): " + detail;
  }
}
