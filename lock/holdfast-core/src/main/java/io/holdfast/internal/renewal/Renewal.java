package io.holdfast.internal.renewal;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.Tenure;
import org.jspecify.annotations.Nullable;

/**
 * One request for more time, from its sending to what its answer does to the tenure.
 *
 * @param number of those sent for the tenure
 * @param leaseMillis what is asked for
 * @param shortening if the lease may become shorter by it
 * @param lagNanos how much later than planned it was sent
 */
public record Renewal(
    Tenure tenure,
    long number,
    long leaseMillis,
    Tenure.@Nullable Shortening shortening,
    long lagNanos) {

  /** Asks for at least so much. */
  static Renewal extending(Tenure tenure, long leaseMillis, long lagNanos) {
    return new Renewal(tenure, tenure.asking(leaseMillis), leaseMillis, null, lagNanos);
  }

  /** Asks for exactly so much. */
  static Renewal setting(Tenure tenure, long leaseMillis, long nowNanos) {
    long number = tenure.asking(leaseMillis);
    Tenure.Shortening shortening = tenure.shortening(nowNanos, leaseMillis);
    return new Renewal(tenure, number, leaseMillis, shortening, 0);
  }

  boolean shortens() {
    return shortening != null;
  }

  /** Notes the answer in the tenure. */
  public void note(Answer answer) {
    if (answer instanceof Answer.Renewed done) {
      tenure.renewed(number, done.sentNanos(), leaseMillis, shortens());
    } else if (answer instanceof Answer.NotHeld) {
      tenure.drop();
    }
    if (shortening != null && isSettledBy(answer)) {
      tenure.settled(shortening); // last: nobody may read what was before it
    }
  }

  /** Whether no copy of the request can do anything any more. */
  private static boolean isSettledBy(Answer answer) {
    return answer instanceof Answer.Renewed renewed
        ? !renewed.repeated()
        : !(answer instanceof Answer.Unknown unknown) || !unknown.wasSent();
  }
}
