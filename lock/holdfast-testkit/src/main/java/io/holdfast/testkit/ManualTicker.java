package io.holdfast.testkit;

import io.holdfast.spi.Ticker;
import java.time.Duration;
import java.time.Instant;

/** Clocks that stand still until a test moves them. Thread-safe. */
public final class ManualTicker implements Ticker {

  private long nanos = -42; // the origin is arbitrary, and may be negative
  private long wallNanos;

  /** Starts at a fixed moment: 2026-01-01T00:00:00Z. */
  public ManualTicker() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /**
   * Starts at that moment.
   *
   * @param wallClock what the wall clock shows at first
   */
  public ManualTicker(Instant wallClock) {
    this.wallNanos = Duration.between(Instant.EPOCH, wallClock).toNanos();
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized long wallMillis() {
    return Math.floorDiv(wallNanos, 1_000_000L);
  }

  /**
   * Time passes on both clocks.
   *
   * @param time how much; not negative
   */
  public synchronized void advance(Duration time) {
    requireForward(time);
    nanos += time.toNanos();
    wallNanos += time.toNanos();
  }

  /**
   * Somebody sets the wall clock; no time passes.
   *
   * @param step forwards or (negative) back
   */
  public synchronized void stepWallClock(Duration step) {
    wallNanos += step.toNanos();
  }

  /**
   * The machine sleeps: time passes, and only the wall clock shows it.
   *
   * @param time how long; not negative
   */
  public synchronized void suspend(Duration time) {
    requireForward(time);
    wallNanos += time.toNanos();
  }

  private static void requireForward(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time cannot pass backwards by " + time
          + ": to set the wall clock back use stepWallClock");
    }
  }
}
