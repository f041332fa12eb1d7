package io.holdfast.verification.subject;

import io.holdfast.verification.history.End;

/**
 * A lock that was lost at once, and is already released.
 *
 * @param token the token it had
 */
record LostGrip(long token) implements Grip {

  @Override
  public Belief look() {
    long now = System.nanoTime();
    return new Belief(false, now, now, false);
  }

  @Override
  public End release() {
    return End.LOST;
  }
}
