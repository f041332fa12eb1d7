package io.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server answered with an error that trying again will not cure: missing rights, a key of another
 * type, a wrong password. Nothing was locked.
 */
public final class ServerErrorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String lockName;

  /**
   * @param message about the connection, not about one lock
   * @param cause what led to it; null if nothing did
   */
  public ServerErrorException(String message, @Nullable Throwable cause) {
    this(null, message, cause);
  }

  /**
   * @param lockName the lock; null if it is about the connection
   * @param message names the lock first
   * @param cause what led to it; null if nothing did
   */
  public ServerErrorException(
      @Nullable String lockName, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.lockName = lockName;
  }

  /** {@return the lock; empty if this is about the connection} */
  public Optional<String> lockName() {
    return Optional.ofNullable(lockName);
  }
}
