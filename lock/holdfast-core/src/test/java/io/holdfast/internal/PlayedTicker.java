package io.holdfast.internal;

import io.holdfast.spi.Ticker;
import java.time.Duration;

/** A clock that moves only by hand. Thread-safe. */
public final class PlayedTicker implements Ticker {

  private static final long WALL_ORIGIN_MILLIS = 1_763_190_000_000L;

  private volatile long nanos = 7_000_000_000L;
  private long wallLeadNanos;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public synchronized long wallMillis() {
    return WALL_ORIGIN_MILLIS + (nanos + wallLeadNanos) / 1_000_000;
  }

  /** The server's clock, which agrees with ours, in µs. */
  public synchronized long serverMicros() {
    return WALL_ORIGIN_MILLIS * 1_000 + (nanos + wallLeadNanos) / 1_000;
  }

  void moveTo(long newNanos) {
    nanos = newNanos;
  }

  /** The machine sleeps: only the wall clock goes on. */
  public synchronized void suspend(Duration time) {
    wallLeadNanos += time.toNanos();
  }
}
