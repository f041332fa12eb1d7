package io.holdfast.verification.simulation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The fourth promise: whoever loses a lease is told, within a renewal interval or at its deadline. */
final class Losses {

  /** The watchdog looks every thirtieth of a lease, of 400 ms at most; then the executor takes a moment. */
  private static final long LONGEST_ROUND_NANOS = 14_000_000;

  private static final long MOMENT_NANOS = 1_000_000;

  /** When a renewal that was cut off or lost in the storm is sure to be sent again. */
  private static final long CALM_NANOS = Schedule.STORM.plusMillis(60).toNanos();

  private static final long COMMAND_NANOS = 25_000_000;

  private final World world;

  Losses(World world) {
    this.world = world;
  }

  /** What is wrong with that holding, in words; null if nothing is. */
  @Nullable
  String look(String lockName, Holding holding) {
    SimulatedProcess process = holding.process();
    if (holding.isOver() || holding.isTold() || process.isPaused()) {
      return null;
    }
    long now = world.time().nanos();
    long running = Math.max(process.resumesNanos(), 0);
    long pool = holding.client().pool().patienceNanos();
    if (holding.lease().remaining().isZero()) {
      long late = now - Math.max(running, holding.zeroSince(now));
      return late > LONGEST_ROUND_NANOS + MOMENT_NANOS + pool
          ? holding + " is over, and nobody was told for " + Duration.ofNanos(late)
          : null;
    }
    boolean isCalm = world.isSettled() && running < CALM_NANOS;
    if (isCalm && holding.isNeglected() && isKnown(lockName, holding)) {
      return holding + " is renewed for less than the " + holding.leaseTime()
          + " that it asked for";
    }
    if (!holding.isRenewed() || isKnown(lockName, holding)) {
      return null;
    }
    long since = Math.max(running, Math.max(CALM_NANOS, holding.goneSince(now)));
    long interval = holding.leaseTime().toNanos() / 3 + LONGEST_ROUND_NANOS + COMMAND_NANOS + pool;
    return now - since > interval
        ? holding + " is gone from the server, and nobody was told for "
            + Duration.ofNanos(now - since)
        : null;
  }

  /** By its holder: a promoted replica may have missed the new stamp of a yield, and renews all the same. */
  private boolean isKnown(String lockName, Holding holding) {
    var fields = world.network().server().keys().hgetall(lockName);
    return !fields.isEmpty() && holding.isOf(fields.get(0));
  }
}
