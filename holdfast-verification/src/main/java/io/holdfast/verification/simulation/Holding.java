package io.holdfast.verification.simulation;

import io.holdfast.LeaseView;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A caller's lease, from the moment it got it until it gives it back. */
final class Holding {

  private static final long NEVER = -1;

  private final SimulatedClient client;
  private final String holder;
  private final LeaseView lease;
  private final boolean isRenewed;
  private final long sinceNanos;
  private Duration leaseTime;
  private long zeroSinceNanos = NEVER;
  private long goneSinceNanos = NEVER;
  private boolean isTold;
  private boolean isOver;

  Holding(
      SimulatedClient client,
      String holder,
      LeaseView lease,
      Duration leaseTime,
      boolean isRenewed,
      long sinceNanos) {
    this.client = client;
    this.holder = holder;
    this.lease = lease;
    this.leaseTime = leaseTime;
    this.isRenewed = isRenewed;
    this.sinceNanos = sinceNanos;
    CompletionStage<Void> unused = lease.lost().thenAccept(loss -> isTold = true);
  }

  SimulatedProcess process() {
    return client.process();
  }

  /** Whether that is the holder under which it was granted. */
  boolean isOf(String other) {
    return other.equals(holder);
  }

  boolean isRenewed() {
    return isRenewed;
  }

  /** The longest that was asked for so far. */
  Duration leaseTime() {
    return leaseTime;
  }

  void renewedTo(Duration asked) {
    leaseTime = asked.compareTo(leaseTime) > 0 ? asked : leaseTime;
  }

  boolean isTold() {
    return isTold;
  }

  /** Since when nothing is left of it by its client's clock; called when that is so. */
  long zeroSince(long nowNanos) {
    zeroSinceNanos = zeroSinceNanos == NEVER ? nowNanos : zeroSinceNanos;
    return zeroSinceNanos;
  }

  /** Since when the server does not know it; called when that is so. */
  long goneSince(long nowNanos) {
    goneSinceNanos = goneSinceNanos == NEVER ? nowNanos : goneSinceNanos;
    return goneSinceNanos;
  }

  LeaseView lease() {
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
