package io.holdfast.verification.model;

/**
 * One step of somebody with a lock, which happened at one moment between two times.
 *
 * @param kind what it does
 * @param owner who: one turn with the lock
 * @param token the token seen; 0 if there is none
 * @param from the earliest moment
 * @param to the latest moment; {@link Long#MAX_VALUE} for a step that may never have happened
 * @param what for messages
 */
public record Step(Kind kind, String owner, long token, long from, long to, String what) {

  /** What a step does. */
  public enum Kind {
    ACQUIRE,
    /** An answer: somebody else has the lock. */
    REFUSED,
    RELEASE,
    /** The lock is taken from its owner, who knows. */
    EXPIRE
  }

  /** Whether this step may never have happened. */
  public boolean isOptional() {
    return to == Long.MAX_VALUE;
  }
}
