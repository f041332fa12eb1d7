package io.holdfast.spring.locked;

import java.time.Duration;

/** Somebody else had the lock for the whole wait: the {@link Locked} method was not called. */
public final class LockRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String lockName;
  private final String method;
  private final Duration waited;

  /**
   * Says who was refused what.
   *
   * @param lockName the lock
   * @param method the method that was not called
   * @param waited for how long it was tried
   */
  public LockRefusedException(String lockName, String method, Duration waited) {
    super("lock '" + lockName + "' was refused: somebody else held it for the whole wait of "
        + waited.toMillis() + " ms, so " + method + " was not called");
    this.lockName = lockName;
    this.method = method;
    this.waited = waited;
  }

  /** {@return the lock} */
  public String lockName() {
    return lockName;
  }

  /** {@return the method that was not called, as {@code Class.method(Parameters)}} */
  public String method() {
    return method;
  }

  /** {@return how long it was from the call to the refusal} */
  public Duration waited() {
    return waited;
  }
}
