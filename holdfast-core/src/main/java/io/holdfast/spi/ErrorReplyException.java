package io.holdfast.spi;

/** The server answered with an error: the call was surely not carried out. The message is the server's. */
public final class ErrorReplyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ErrorReplyException(String message) {
    super(message);
  }

  /** The first word of the server's message, such as {@code NOSCRIPT}. */
  public String code() {
    String message = String.valueOf(getMessage());
    int space = message.indexOf(' ');
    return space < 0 ? message : message.substring(0, space);
  }
}
