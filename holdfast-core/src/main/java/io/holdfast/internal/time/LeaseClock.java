package io.holdfast.internal.time;

import io.holdfast.spi.Ticker;

/**
 * A monotonic clock that does not stand still while the machine is suspended. Thread-safe.
 */
public final class LeaseClock {

  /*
   * Most monotonic clocks stop while a machine is suspended; the wall clock does not. When, between
   * two readings, the wall clock has gone ahead of the monotonic one by more than a slew can explain,
   * the difference is added to every later reading: deadlines then come as early as they must.
   *
   *   monotonic   ---------|        suspended        |-------->
   *   wall        ---------|-------------------------|-------->
   *   this clock  ---------|                         |jump---->
   *
   * A wall clock stepped forward looks the same and costs leases early: safe, and told. A step
   * backwards is ignored.
   */
  private static final long JUMP_NANOS = 250_000_000;

  private final Ticker ticker;
  private volatile long wallLead; // wall clock minus this clock, as last agreed
  private volatile long correction;

  public LeaseClock(Ticker ticker) {
    this.ticker = ticker;
    this.wallLead = wallNanos() - ticker.nanos();
  }

  /** Now, from an arbitrary origin. */
  public long nanos() {
    long now = ticker.nanos() + correction;
    long drift = wallNanos() - now - wallLead;
    return Math.abs(drift) > JUMP_NANOS ? afterJump() : now;
  }

  private synchronized long afterJump() {
    long now = ticker.nanos() + correction;
    long drift = wallNanos() - now - wallLead;
    if (drift > JUMP_NANOS) {
      correction += drift;
      return now + drift;
    }
    if (drift < -JUMP_NANOS) {
      wallLead += drift;
    }
    return now;
  }

  /** Forgets a slow drift between the clocks; called every now and then while leases are held. */
  public synchronized void agree() {
    wallLead = wallNanos() - nanos();
  }

  private long wallNanos() {
    return ticker.wallMillis() * 1_000_000;
  }
}
