package io.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The server answered with an error that trying again will not cure: missing rights, a key of another
 * type, a wrong password. Nothing was locked.
 */
public final class ServerErrorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ServerErrorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
