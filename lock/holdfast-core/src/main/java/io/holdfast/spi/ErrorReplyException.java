package io.holdfast.spi;

/**
 * The server answered with an error: the call was surely not carried out, and will not be. The message is the server's.
 * If another copy of the call may be on its way, that is not sure, and the answer is a {@link NoReplyException}.
 */
public final class ErrorReplyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** @param message as the server sent it, its code first */
  public ErrorReplyException(String message) {
    super(message);
  }

  /** {@return the first word of the server's message, such as {@code NOSCRIPT}} */
  public String code() {
    String message = String.valueOf(getMessage());
    int space = message.indexOf(' ');
    return space < 0 ? message : message.substring(0, space);
  }
}
