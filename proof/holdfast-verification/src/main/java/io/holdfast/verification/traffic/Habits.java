package io.holdfast.verification.traffic;

/**
 * How a worker spends its time.
 *
 * @param longestPauseMillis between two requests
 * @param longestStayMillis with the lock, most of the time
 * @param longTurnEvery one turn in so many is longer than the lease, so that it lives by renewal alone
 * @param fullTurnEvery one turn of a fixed lease in so many lasts until its deadline
 * @param hasEbb whether all keep still now and then
 */
public record Habits(
    int longestPauseMillis,
    int longestStayMillis,
    int longTurnEvery,
    int fullTurnEvery,
    boolean hasEbb) {

  /** Without an ebb. */
  public Habits(
      int longestPauseMillis, int longestStayMillis, int longTurnEvery, int fullTurnEvery) {
    this(longestPauseMillis, longestStayMillis, longTurnEvery, fullTurnEvery, false);
  }

  /** Short turns in quick succession, and a long one now and then. */
  public static final Habits BUSY = new Habits(4, 4, 50, 3, true);
}
