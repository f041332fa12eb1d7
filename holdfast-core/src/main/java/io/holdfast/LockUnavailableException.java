package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The server gave no answer: whether the request was carried out is unknown. The clean-up goes on in
 * the background; nothing stays locked for longer than one lease. Trying again later is safe.
 */
public final class LockUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LockUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
