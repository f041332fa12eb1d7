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
   * backwards is ignored. The wall clock is read first: a thread that is held up in between sees it behind, never ahead.
   */
  private static final long JUMP_NANOS =
      5_000_000; // less than the margin of any lease that a sleep could outlast
  private static final long STEP_BACK_NANOS = 250_000_000;
  private static final long SLEW_PER_SECOND_NANOS = 500_000; // as fast as clocks are adjusted

  private final Ticker ticker;
  private volatile long wallLead; // wall clock minus this clock, as last agreed
  private volatile long correction;
  private long agreedNanos;

  public LeaseClock(Ticker ticker) {
    this.ticker = ticker;
    long wall = wallNanos();
    this.agreedNanos = ticker.nanos();
    this.wallLead = wall - agreedNanos;
  }

  /** Now, from an arbitrary origin. */
  public long nanos() {
    long wall = wallNanos();
    long now = ticker.nanos() + correction;
    long drift = wall - now - wallLead;
    return drift > JUMP_NANOS || drift < -STEP_BACK_NANOS ? afterJump() : now;
  }

  private synchronized long afterJump() {
    long wall = wallNanos();
    long now = ticker.nanos() + correction;
    long drift = wall - now - wallLead;
    if (drift > JUMP_NANOS) {
      correction += drift;
      return now + drift;
    }
    if (drift < -STEP_BACK_NANOS) {
      wallLead += drift;
    }
    return now;
  }

  /** Forgets what a slow drift between the clocks explains; called every now and then while leases are held. */
  public synchronized void agree() {
    long now = nanos();
    long drift = wallNanos() - now - wallLead;
    long explained = (now - agreedNanos) / 1_000_000 * SLEW_PER_SECOND_NANOS / 1_000;
    wallLead += Math.max(-explained, Math.min(drift, explained));
    agreedNanos = now;
  }

  private long wallNanos() {
    return ticker.wallMillis() * 1_000_000;
  }
}
