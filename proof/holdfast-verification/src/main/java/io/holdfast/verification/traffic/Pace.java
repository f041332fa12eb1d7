package io.holdfast.verification.traffic;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
public final class Pace {

  private Pace() {}

  /** That long, or until this thread is interrupted; the interrupt stays noted. */
  public static void millis(double millis) {
    long end = System.nanoTime() + (long) (millis * TimeUnit.MILLISECONDS.toNanos(1));
    for (long left = end - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
