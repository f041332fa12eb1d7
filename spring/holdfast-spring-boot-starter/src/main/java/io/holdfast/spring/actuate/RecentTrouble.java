package io.holdfast.spring.actuate;

import io.holdfast.LeaseLoss;
import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Remembers what went wrong lately: leases lost though their holders wanted them, renewals that were
 * late. Bounded, whatever happens. Thread-safe.
 */
public final class RecentTrouble implements LockListener {

  /** How long trouble is worth mentioning. */
  static final Duration LATELY = Duration.ofMinutes(10);

  private static final int MOST_LOSSES = 20;

  private final Clock clock;
  private final Deque<Loss> losses = new ArrayDeque<>();
  private long lostInAll;
  private long atRiskInAll;
  private final GreatestLately lag = new GreatestLately();

  /**
   * Knows of none yet.
   *
   * @param clock tells what was lately
   */
  public RecentTrouble(Clock clock) {
    this.clock = clock;
  }

  /** A lost lease, and when it was reported. */
  record Loss(Instant at, LeaseLoss loss) {}

  @Override
  public synchronized void on(LockEvent event) {
    if (event instanceof LockEvent.Lost lost && isTrouble(lost.loss().reason())) {
      lostInAll++;
      losses.addLast(new Loss(clock.instant(), lost.loss()));
      if (losses.size() > MOST_LOSSES) {
        losses.removeFirst();
      }
    } else if (event instanceof LockEvent.AtRisk) {
      atRiskInAll++;
    } else if (event instanceof LockEvent.Renewed renewed) {
      lag.add(renewed.lag(), clock.instant());
    }
  }

  /** A fixed lease that ends, and a client that closes, do what they were told. */
  private static boolean isTrouble(LeaseLoss.Reason reason) {
    return reason != LeaseLoss.Reason.LEASE_OVER && reason != LeaseLoss.Reason.CLOSED;
  }

  private static boolean isOld(Instant seen, Instant now) {
    return seen.isBefore(now.minus(LATELY));
  }

  /** What was lost lately, the last at the end. */
  synchronized List<Loss> losses() {
    Instant now = clock.instant();
    return losses.stream().filter(loss -> !isOld(loss.at(), now)).toList();
  }

  synchronized long lostInAll() {
    return lostInAll;
  }

  synchronized long atRiskInAll() {
    return atRiskInAll;
  }

  /** The greatest delay of a renewal lately, which is counted by the minute; zero without any. */
  synchronized Duration renewalLag() {
    return lag.at(clock.instant());
  }
}
