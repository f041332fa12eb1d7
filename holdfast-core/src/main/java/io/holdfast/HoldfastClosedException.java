package io.holdfast;

/** The client was closed before or during the call. */
public final class HoldfastClosedException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  public HoldfastClosedException(String message) {
    super(message);
  }
}
