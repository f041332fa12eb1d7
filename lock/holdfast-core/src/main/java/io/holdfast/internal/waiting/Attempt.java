package io.holdfast.internal.waiting;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.ServerTime;
import io.holdfast.internal.tenure.LateCopies;
import org.jspecify.annotations.Nullable;

/**
 * The delegate's effort to get one tenure: the holder it will have, and what is not known about
 * requests already sent for it. The same holder is used until the server grants, so that a retry of an
 * unknown request finds its own grant.
 */
final class Attempt {

  private static final long FIRST_PAUSE_NANOS = 5_000_000;
  private static final long LONGEST_PAUSE_NANOS = 500_000_000;

  private final String holder;
  private long leaseMillis;
  private boolean isSilent; // something was sent, and nothing heard since
  private long silentSinceNanos;
  private LateCopies lateCopies = LateCopies.NONE;
  private boolean isUnsure;
  private boolean wasAnswered;
  private int failures;
  private Answer.@Nullable Late late;

  /**
   * @param fruitless the one before, if it came to nothing: then this one goes on with its patience
   */
  Attempt(String holder, @Nullable Attempt fruitless) {
    this.holder = holder;
    if (fruitless != null) {
      isSilent = fruitless.isSilent;
      silentSinceNanos = fruitless.silentSinceNanos;
      failures = fruitless.failures;
    }
  }

  String holder() {
    return holder;
  }

  long leaseMillis() {
    return leaseMillis;
  }

  void sending(long forLeaseMillis, long nowNanos) {
    leaseMillis = Math.max(leaseMillis, forLeaseMillis);
    if (!isSilent) {
      isSilent = true;
      silentSinceNanos = nowNanos;
    }
  }

  /** The server's clock was past what we had reckoned with; whether that was so the last time as well. */
  boolean wasLate(Answer.Late answer) {
    boolean again = late != null;
    late = answer;
    return again;
  }

  /** The server's time as the last answer showed it, if that was late; others may have asked another node since. */
  ServerTime timeOr(ServerTime usual) {
    return late == null ? usual : late.time();
  }

  /** The server refused a request sent then: what was silent before is settled, but for copies that may run later. */
  void answered(long sentNanos) {
    late = null;
    lateCopies = lateCopies.after(sentNanos);
    isSilent = false;
    wasAnswered = true;
    isUnsure = false;
    failures = 0;
  }

  /** There was no answer; a copy of the request may run until that time. */
  void unanswered(boolean wasSent, long copiesMayRunUntilNanos) {
    if (wasSent) {
      isUnsure = true;
      copied(copiesMayRunUntilNanos);
    }
  }

  /** Another copy of a request may run until that time, whatever was answered. */
  void copied(long copiesMayRunUntilNanos) {
    lateCopies = lateCopies.and(LateCopies.until(copiesMayRunUntilNanos));
  }

  /** Whether the server has refused and is not silent since. */
  boolean isRefused() {
    return wasAnswered && failures == 0;
  }

  long silentNanos(long nowNanos, long enteredNanos) {
    if (!isSilent) {
      return 0;
    }
    return nowNanos - (silentSinceNanos - enteredNanos > 0 ? silentSinceNanos : enteredNanos);
  }

  /** How long to pause after one more failure in a row. */
  long pauseNanos() {
    int doublings = Math.min(failures++, 10);
    return Math.min(FIRST_PAUSE_NANOS << doublings, LONGEST_PAUSE_NANOS);
  }

  /** Whether the server may have, or may yet get, a tenure of this holder: also by a copy that ran since it refused. */
  boolean needsFarewell() {
    return isUnsure || lateCopies != LateCopies.NONE;
  }

  LateCopies lateCopies() {
    return lateCopies;
  }
}
