package io.holdfast.verification.simulation;

import io.holdfast.Lease;
import java.time.Duration;

/** A caller's lease, from the moment it got it until it gives it back. */
final class Holding {

  private final SimulatedClient client;
  private final Lease lease;
  private final Duration leaseTime;
  private final long sinceNanos;
  private boolean isOver;

  Holding(SimulatedClient client, Lease lease, Duration leaseTime, long sinceNanos) {
    this.client = client;
    this.lease = lease;
    this.leaseTime = leaseTime;
    this.sinceNanos = sinceNanos;
  }

  Lease lease() {
    return lease;
  }

  long stamp() {
    return lease.token() / 1024;
  }

  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver || client.isGone();
  }

  /** Whether the holder believes, by its own deadline, that it has the lock. */
  boolean believes(Sabotage sabotage, long nowNanos) {
    return !isOver()
        && !client.process().isSuspended()
        && sabotage.believes(lease.remaining(), Duration.ofNanos(nowNanos - sinceNanos), leaseTime);
  }

  @Override
  public String toString() {
    return client.process() + " (token " + lease.token() + ", remaining " + lease.remaining() + ")";
  }
}
