package io.holdfast.spi;

import org.jspecify.annotations.Nullable;

/** There was no answer: the call may have been carried out, or may yet be. */
public final class NoReplyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean sent;

  /**
   * @param message what was called, and what became of it
   * @param sent false if the call surely never left this process
   * @param cause what led to it; null if nothing did
   */
  public NoReplyException(String message, boolean sent, @Nullable Throwable cause) {
    super(message, cause);
    this.sent = sent;
  }

  /** {@return whether the call may have reached the server} */
  public boolean wasSent() {
    return sent;
  }
}
