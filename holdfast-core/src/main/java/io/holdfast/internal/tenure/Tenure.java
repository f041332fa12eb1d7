package io.holdfast.internal.tenure;

import io.holdfast.internal.protocol.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * This client's hold on one lock on the server, from a grant to a release or loss. Changed inside its
 * delegate's mailbox; only that a renewal leaves is noted by whoever sends it. Read by everybody.
 */
public final class Tenure {

  /*
   * The clock starts when the request is sent: the server cannot have granted the lease before that,
   * so our deadline always falls before the server's expiry.
   *
   *   sent       granted           reply          our deadline      server expiry
   *    |------------|----------------|------------------|-----------------|---> time
   *    '---------- lease time - margin -----------------'
   *                 '--------------------- lease time --------------------'
   */
  private final String lockName;
  private final String holder;
  private final long stamp;
  private final long copiesUntilNanos;
  private final int acknowledged;
  private long turnsBeganNanos;
  private int handOvers;
  private volatile boolean isDropped;
  private final List<Long> shortenings = new ArrayList<>();
  private long longestMillis;
  private volatile long leaseMillis;
  private volatile long lastSentNanos;
  private volatile long deadlineNanos;

  /**
   * @param copiesUntilNanos until when a late copy of the acquire may take the lock once more, after this tenure
   *     has ended; {@code Long.MIN_VALUE} if there is none
   * @param acknowledged how many replicas have acknowledged the grant
   */
  public Tenure(
      String lockName,
      String holder,
      long stamp,
      long sentNanos,
      long leaseMillis,
      long copiesUntilNanos,
      int acknowledged) {
    this.lockName = lockName;
    this.holder = holder;
    this.stamp = stamp;
    this.copiesUntilNanos = copiesUntilNanos;
    this.acknowledged = acknowledged;
    this.turnsBeganNanos = sentNanos;
    this.leaseMillis = leaseMillis;
    this.longestMillis = leaseMillis;
    this.lastSentNanos = sentNanos;
    this.deadlineNanos = deadline(sentNanos, leaseMillis);
  }

  public String lockName() {
    return lockName;
  }

  public String holder() {
    return holder;
  }

  /** Until when a late copy of the acquire may run; {@code Long.MIN_VALUE} if there is none. */
  public long copiesUntilNanos() {
    return copiesUntilNanos;
  }

  /** How many replicas have acknowledged the grant; renewals are not asked about. */
  public int acknowledged() {
    return acknowledged;
  }

  /** The token of the lease that is granted next or now. */
  public long token() {
    return Token.of(stamp, handOvers);
  }

  public long leaseMillis() {
    return leaseMillis;
  }

  /** When the last answered request that set the lease was sent. */
  public long lastSentNanos() {
    return lastSentNanos;
  }

  /** After this moment we may no longer believe that we hold the lock. */
  public long deadlineNanos() {
    return deadlineNanos;
  }

  public boolean isOver(long nowNanos) {
    return isDropped || nowNanos - deadlineNanos >= 0;
  }

  /** The server no longer knows this tenure: nothing may be handed over inside it. */
  public void drop() {
    isDropped = true;
  }

  public boolean isDropped() {
    return isDropped;
  }

  /** The grant has arrived: the time of the budget counts from here. */
  public void beginTurns(long nowNanos) {
    turnsBeganNanos = nowNanos;
  }

  public void countHandOver() {
    handOvers++;
  }

  public boolean isSpent(int budget, long budgetNanos, long nowNanos) {
    return handOvers >= Math.min(budget, Token.MOST_HAND_OVERS)
        || nowNanos - turnsBeganNanos >= budgetNanos;
  }

  /**
   * A request leaves that asks for that lease time, whether it will be answered or not: the server may keep the lock
   * for so long.
   */
  public synchronized void asking(long forMillis) {
    longestMillis = Math.max(longestMillis, forMillis);
  }

  /** The longest lease time that any request has asked for in this tenure. */
  public synchronized long longestMillis() {
    return longestMillis;
  }

  /**
   * A renewal leaves that sets the lease time even if it becomes shorter. Until it is settled the server may do
   * so at any moment, also after later renewals: we believe in no more than that.
   */
  public synchronized void shortening(long sentNanos, long toMillis) {
    shortenings.add(toMillis);
    long shortened = deadline(sentNanos, toMillis);
    if (shortened - deadlineNanos < 0) {
      deadlineNanos = shortened;
    }
  }

  /** Such a renewal was answered, and no copy of it is on its way. */
  public synchronized void settled(long toMillis) {
    shortenings.remove(Long.valueOf(toMillis));
  }

  /**
   * A renewal was done. One that cannot shorten the lease leaves what is known of a longer one.
   *
   * @param shortens whether the lease could become shorter by it
   */
  public synchronized void renewed(long sentNanos, long newLeaseMillis, boolean shortens) {
    long lease = newLeaseMillis;
    for (long shortened : shortenings) {
      lease = Math.min(lease, shortened);
    }
    long deadline = deadline(sentNanos, lease);
    if (shortens || deadline - deadlineNanos > 0) {
      leaseMillis = lease;
      lastSentNanos = sentNanos;
      deadlineNanos = deadline;
    }
  }

  /** Whether such a renewal is not settled: then nothing is handed over in this tenure. */
  public synchronized boolean mayBeShortened() {
    return !shortenings.isEmpty();
  }

  /** What a holder may believe of a lease asked for at that time: max(10 ms, 1 %) less, at most a quarter. */
  public static long deadline(long sentNanos, long leaseMillis) {
    return sentNanos + leaseMillis * 1_000_000 - margin(leaseMillis);
  }

  private static long margin(long leaseMillis) {
    long lease = leaseMillis * 1_000_000;
    return Math.min(Math.max(10_000_000, lease / 100), lease / 4);
  }

  /** A lease time that, asked for now, changes the server's expiry as little as possible and never beyond it. */
  public long remainingLeaseMillis(long nowNanos) {
    return Math.max(1, (deadlineNanos - nowNanos + margin(leaseMillis)) / 1_000_000);
  }
}
