package io.holdfast;

/**
 * Why somebody leads no longer.
 *
 * @param name what was led
 * @param token the token of the lease that is over
 * @param cause what ended it
 * @param detail the same in words, with its figures
 */
public record LeadershipEnd(String name, long token, Cause cause, String detail) {

  /** What ended a leadership. */
  public enum Cause {
    /** {@link Leadership#close()}: nobody else leads until the lost callback has returned. */
    RESIGNED,
    /** The gained callback failed. As after a resignation, nobody else leads yet. */
    GAINED_FAILED,
    /** The lease was lost: somebody else may lead already. Stop, and do not write. */
    LEASE_LOST,
    /** The client was closed: somebody else may lead already. */
    CLIENT_CLOSED
  }

  @Override
  public String toString() {
    return "leadership of '" + name + "' (token " + token + ") is over: " + detail;
  }
}
