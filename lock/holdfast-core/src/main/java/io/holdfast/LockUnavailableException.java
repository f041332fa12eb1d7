package io.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server gave no answer: whether the request was carried out is unknown. The clean-up goes on in
 * the background; nothing stays locked for longer than one lease. Trying again later is safe.
 */
public final class LockUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String lockName;

  /**
   * @param message about the connection, not about one lock
   * @param cause what led to it; null if nothing did
   */
  public LockUnavailableException(String message, @Nullable Throwable cause) {
    this(null, message, cause);
  }

  /**
   * @param lockName the lock; null if it is about the connection
   * @param message names the lock first
   * @param cause what led to it; null if nothing did
   */
  public LockUnavailableException(
      @Nullable String lockName, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.lockName = lockName;
  }

  /** {@return the lock; empty if this is about the connection} */
  public Optional<String> lockName() {
    return Optional.ofNullable(lockName);
  }
}
