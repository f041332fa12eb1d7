package io.holdfast.spring.locked;

/** What a call of a {@link Locked} method does when somebody else has the lock for the whole wait. */
public enum Refusal {
  /** The caller gets {@link LockRefusedException}. */
  THROW,

  /**
   * The method is not called. The caller gets {@code null}, an empty {@code Optional}, {@code Mono} or {@code
   * Flux}, or a future that is done with these. Not for methods that return a primitive.
   */
  SKIP
}
