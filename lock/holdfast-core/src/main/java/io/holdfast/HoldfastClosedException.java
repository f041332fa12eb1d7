package io.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The client was closed before or during the call. */
public final class HoldfastClosedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String lockName;

  /** @param message about the client, not about one lock */
  public HoldfastClosedException(String message) {
    this(null, message, null);
  }

  /**
   * @param lockName the lock that the call was about; null if it was about none
   * @param message names the lock first
   * @param cause what led to it; null if nothing did
   */
  public HoldfastClosedException(
      @Nullable String lockName, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.lockName = lockName;
  }

  /** {@return the lock that the call was about; empty if it was about none} */
  public Optional<String> lockName() {
    return Optional.ofNullable(lockName);
  }
}
