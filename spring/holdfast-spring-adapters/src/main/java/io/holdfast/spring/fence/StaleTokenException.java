package io.holdfast.spring.fence;

/**
 * A fenced store has seen a greater token: somebody else has had the lock since. Nothing was read or
 * changed; stop, and do not try again with this token.
 */
public final class StaleTokenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final long token;
  private final long greatest;

  /**
   * Says who was refused what.
   *
   * @param resource what was to be accessed
   * @param token the token presented
   * @param greatest the greatest token seen so far
   */
  public StaleTokenException(String resource, long token, long greatest) {
    super("resource '" + resource + "' refused token " + token + ": it has seen " + greatest
        + ", so the lock has been in other hands since");
    this.resource = resource;
    this.token = token;
    this.greatest = greatest;
  }

  /** {@return what was to be accessed} */
  public String resource() {
    return resource;
  }

  /** {@return the token presented} */
  public long token() {
    return token;
  }

  /** {@return the greatest token seen so far} */
  public long greatest() {
    return greatest;
  }

  static void checkToken(String resource, long token) {
    if (token <= 0) {
      throw new IllegalArgumentException("resource '" + resource + "': token " + token
          + " is not one: expected that of a lease, LeaseView.token()");
    }
  }
}
