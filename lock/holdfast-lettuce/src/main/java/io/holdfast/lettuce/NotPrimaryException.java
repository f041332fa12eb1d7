package io.holdfast.lettuce;

/** Connected, but to a replica. */
final class NotPrimaryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NotPrimaryException(String message) {
    super(message);
  }
}
