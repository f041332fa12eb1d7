package io.holdfast.spring.boot;

/** The application's Redis settings name no server that Holdfast can use. */
final class NoServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoServerException(String reason) {
    super(reason);
  }
}
