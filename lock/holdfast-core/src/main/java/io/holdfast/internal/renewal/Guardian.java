package io.holdfast.internal.renewal;

import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.Tenure;

/** Who is told about the renewals of a tenure. Called on any thread; never blocks. */
public interface Guardian {

  /** Whether the holder is still there to be renewed for. */
  boolean isWanted(Tenure tenure);

  /** A renewal was answered; what that means is for the guardian to note. */
  void answered(Renewal renewal, Answer answer);

  /** A renewal is late. */
  void atRisk(Tenure tenure);

  /** By the clock its deadline has passed without a renewal. */
  void deadlinePassed(Tenure tenure);
}
