package io.holdfast.flashsale.reconcile;

/**
 * A difference between Redis and the database, which counts only if it stays: a single look can be deceived by what
 * happens during it. Not thread-safe.
 */
final class Suspicion {

  private final int looks;
  private int seen;
  private int least;
  private int reported;

  /**
   * Nothing suspicious so far.
   *
   * @param looks how many in a row must agree on the direction
   */
  Suspicion(int looks) {
    this.looks = looks;
  }

  /**
   * Hears of another look.
   *
   * @return whether there is something to report that was not reported before
   */
  boolean isConfirmedBy(int difference) {
    boolean goesOn = Integer.signum(difference) == Integer.signum(least) && difference != 0;
    least = goesOn && Math.abs(least) < Math.abs(difference) ? least : difference;
    seen = goesOn ? seen + 1 : difference == 0 ? 0 : 1;
    if (difference == 0) {
      reported = 0;
    }
    if (seen < looks || least == reported) {
      return false;
    }
    reported = least;
    return true;
  }

  /** What is confirmed and has not gone since; 0 if nothing. */
  int confirmed() {
    return reported;
  }
}
