package io.holdfast.verification.subject;

import io.holdfast.verification.history.End;
import java.util.function.Consumer;

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

  /** The release has said so before anybody could ask. */
  @Override
  public void whenLost(Consumer<String> told) {
    told.accept("RELEASE");
  }

  @Override
  public End release() {
    return End.LOST;
  }
}
