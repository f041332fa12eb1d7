package io.holdfast.internal.renewal;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.Tenure;

/** Who is told about the renewals of a tenure. Called on any thread; never blocks. */
public interface Guardian {

  /** Whether the holder is still there to be renewed for. */
  boolean isWanted(Tenure tenure);

  /** A renewal was answered. */
  void answered(Tenure tenure, Renewal renewal, Answer answer);

  /** A renewal is late. */
  void atRisk(Tenure tenure);

  /** The deadline has passed without a renewal. */
  void deadlinePassed(Tenure tenure);

  /**
   * One renewal.
   *
   * @param leaseMillis what was asked for
   * @param shortens whether the lease could become shorter by it
   * @param lagNanos how much later than planned it was sent
   */
  record Renewal(long leaseMillis, boolean shortens, long lagNanos) {}
}
