package io.holdfast.internal.tenure;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notes who asks for a lease, and where. A trace costs more than a hand-over: only so many are taken in a second.
 * Thread-safe.
 */
public final class Origins {

  private static final int MOST_TRACES = 1_000;
  private static final long WINDOW_NANOS = 1_000_000_000;

  private final AtomicInteger traces = new AtomicInteger();
  private volatile long beganNanos = System.nanoTime();

  /** The calling thread, at the place that calls. */
  public Origin here() {
    long now = System.nanoTime();
    if (now - beganNanos >= WINDOW_NANOS) {
      beganNanos = now;
      traces.set(0);
    }
    boolean isTraced = traces.get() < MOST_TRACES && traces.incrementAndGet() <= MOST_TRACES;
    return new Origin(
        Thread.currentThread(), isTraced ? new Throwable("it was asked for here") : null);
  }
}
