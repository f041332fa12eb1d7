package io.holdfast.testkit;

/** The server's error reply, its message unchanged: {@code WRONGTYPE …}, {@code MOVED 42 …}. */
public final class RespException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RespException(String message) {
    super(message);
  }
}
