package io.holdfast.verification.traffic;

import java.time.Duration;

/**
 * One lease in four, nobody asks anew: a waiter that missed its wake-up is then not woken by the release of the next
 * caller, but sleeps on and is seen. All processes of the machine share the clock, so all of them keep still.
 */
public final class Ebb {

  private static final int EVERY = 4;

  private final long leaseNanos;

  /** For that lease time. */
  public Ebb(Duration lease) {
    this.leaseNanos = lease.toNanos();
  }

  /** Whether nobody asks now. */
  public boolean isNow() {
    return Math.floorMod(Math.floorDiv(System.nanoTime(), leaseNanos), EVERY) == EVERY - 1;
  }

  /** Waits until it is over. */
  public void awaitEnd() {
    while (isNow()) {
      Thread.interrupted(); // nobody waits for a lock here
      Pace.millis(1);
    }
  }

  /** Waits for the next one to begin. */
  public void await() {
    awaitEnd();
    while (!isNow()) {
      Pace.millis(1);
    }
  }
}
