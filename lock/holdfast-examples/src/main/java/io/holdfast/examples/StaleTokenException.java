package io.holdfast.examples;

/** A fenced store has seen a greater token: somebody else had the lock since. Nothing was changed. */
public final class StaleTokenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StaleTokenException(String store, long token) {
    super("store '" + store + "' refused token " + token + ": it has seen a greater one");
  }
}
