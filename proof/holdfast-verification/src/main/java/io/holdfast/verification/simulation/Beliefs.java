package io.holdfast.verification.simulation;

import io.holdfast.testkit.memory.Keyspace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a holder believes of its lease, against what the server has: never more, and not much less. */
final class Beliefs {

  /** By how much two clocks may differ in reading: a server's counts in milliseconds. */
  private static final long TOLERANCE_NANOS = 2_000_000;

  /** A machine that slept for so short a time is taken for one that was slow. */
  private static final long UNNOTICED_NANOS = 5_000_000;

  private final World world;

  Beliefs(World world) {
    this.world = world;
  }

  /** How that holder believes in its lease for longer than the server keeps it, in words; null if it does not. */
  @Nullable
  String excess(String lockName, Holding holding) {
    if (!isCounted(lockName, holding)) {
      return null;
    }
    long left = leftNanos(lockName, holding);
    long tolerance = TOLERANCE_NANOS + (hasSlept(holding) ? UNNOTICED_NANOS : 0);
    return holding.lease().remaining().toNanos() > left + tolerance
        ? holding + " believes in it for longer than the server, which has "
            + Duration.ofNanos(left) + " left"
        : null;
  }

  /**
   * How the server keeps the lock for longer than its holder ever asked for, or anybody by default: if the holder's
   * process died now, everybody would wait for so long. A copy of a request for somebody before may do that, so only
   * clients count that were always answered, and in order.
   */
  @Nullable
  String excessOfServer(String lockName, Holding holding) {
    if (!isCounted(lockName, holding)
        || !holding.client().gateway().commands().isUntroubled()
        || world.schedule().isDisordered()) {
      return null;
    }
    long most = Math.max(holding.leaseTime().toNanos(), Schedule.LEASE.toNanos());
    long left = leftNanos(lockName, holding);
    return left > most + TOLERANCE_NANOS
        ? "the server keeps it for " + Duration.ofNanos(left) + ", and " + holding
            + " has asked for " + holding.leaseTime() + " at most"
        : null;
  }

  /** Since the request was sent, which is a lease ago at most. */
  private static boolean hasSlept(Holding holding) {
    return holding.process().resumesNanos()
        > holding.sinceNanos() - holding.leaseTime().toNanos();
  }

  private boolean isCounted(String lockName, Holding holding) {
    return holding.believes(world.network().sabotage(), world.time().nanos())
        && !world.network().server().grants().isDropped(lockName, holding.stamp());
  }

  private long leftNanos(String lockName, Holding holding) {
    Keyspace keys = world.network().server().keys();
    return keys.hexists(lockName, holding.holder()) ? keys.pttl(lockName) * 1_000_000 : 0;
  }
}
