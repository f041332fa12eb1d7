package io.holdfast.internal.tenure;

import io.holdfast.internal.protocol.LockId;
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
  private final LockId lock;
  private final String holder;
  private final long stamp;
  private final LateCopies lateCopies;
  private final int acknowledged;
  private long turnsBeganNanos;
  private int handOvers;
  private volatile boolean isDropped;
  private volatile boolean isForced;
  private final List<Shortening> shortenings = new ArrayList<>();
  private long longestMillis;
  private long
      keptMillis; // for how long the server may keep it, by what was asked since it was last set
  private long assuredMillis; // what answers say
  private long assuredNanos;
  private long lastNumber; // of the requests sent
  private long lastSet; // of those answered that could shorten the lease
  private volatile long leaseMillis;
  private volatile long lastSentNanos;
  private volatile long deadlineNanos;

  /**
   * @param lateCopies of the acquire, which may take the lock once more after this tenure has ended
   * @param acknowledged how many replicas have acknowledged the grant
   */
  public Tenure(
      LockId lock,
      String holder,
      long stamp,
      long sentNanos,
      long leaseMillis,
      LateCopies lateCopies,
      int acknowledged) {
    this.lock = lock;
    this.holder = holder;
    this.stamp = stamp;
    this.lateCopies = lateCopies;
    this.acknowledged = acknowledged;
    this.turnsBeganNanos = sentNanos;
    this.leaseMillis = leaseMillis;
    this.longestMillis = leaseMillis;
    this.keptMillis = leaseMillis;
    this.assuredMillis = leaseMillis;
    this.assuredNanos = deadline(sentNanos, leaseMillis);
    this.lastSentNanos = sentNanos;
    this.deadlineNanos = deadline(sentNanos, leaseMillis);
  }

  /** The same hold under a new stamp, which no replica has acknowledged. */
  public Tenure goingOn(long newStamp, long sentNanos, long newLeaseMillis) {
    Tenure next = new Tenure(lock, holder, newStamp, sentNanos, newLeaseMillis, lateCopies, 0);
    next.longestMillis = longestMillis(); // but the server has set it
    return next;
  }

  public LockId lock() {
    return lock;
  }

  public String lockName() {
    return lock.name();
  }

  public String holder() {
    return holder;
  }

  /** Of the acquire: each may still take the lock. */
  public LateCopies lateCopies() {
    return lateCopies;
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

  /** It is released by force. */
  public void force() {
    isForced = true;
    drop();
  }

  public boolean isForced() {
    return isForced;
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
   *
   * @return its number, greater than of those before
   */
  public synchronized long asking(long forMillis) {
    longestMillis = Math.max(longestMillis, forMillis);
    keptMillis = Math.max(keptMillis, forMillis);
    return ++lastNumber;
  }

  /** For how long the server may keep it, if nobody sets that anew: also by a request without an answer. */
  public synchronized long keptMillis() {
    return keptMillis;
  }

  /** Of the requests that have been sent. */
  public synchronized long lastNumber() {
    return lastNumber;
  }

  /** The longest lease time that any request has asked for in this tenure. */
  public synchronized long longestMillis() {
    return longestMillis;
  }

  /**
   * A renewal leaves that sets the lease time even if it becomes shorter. Until it is settled the server may do
   * so at any moment, also after later renewals: we believe in no more than that.
   */
  public synchronized Shortening shortening(long sentNanos, long toMillis) {
    Shortening open = new Shortening(sentNanos, toMillis);
    shortenings.add(open);
    publish();
    return open;
  }

  /** Such a renewal was answered, and no copy of it is on its way. */
  public synchronized void settled(Shortening answered) {
    shortenings.remove(answered);
    publish();
  }

  /**
   * A renewal was done. One that cannot shorten the lease leaves what is known of a longer one. One that was sent before
   * the last that could may have been done before it or, redirected on its way, after it: we believe in the shorter.
   *
   * @param number as {@link #asking} has given it
   * @param shortens whether the lease could become shorter by it
   */
  public synchronized void renewed(
      long number, long sentNanos, long newLeaseMillis, boolean shortens) {
    long deadline = deadline(sentNanos, newLeaseMillis);
    if (number < lastSet) {
      if (shortens && deadline - assuredNanos < 0) {
        assuredMillis = newLeaseMillis;
        assuredNanos = deadline;
        publish();
      }
      return;
    }
    if (shortens || deadline - assuredNanos > 0) {
      assuredMillis = newLeaseMillis;
      assuredNanos = deadline;
      lastSentNanos = sentNanos;
    }
    if (shortens) {
      lastSet = number;
      keptMillis = number == lastNumber ? newLeaseMillis : keptMillis;
    }
    shortenings.forEach(open -> open.renewed(sentNanos, deadline, shortens));
    publish();
  }

  /** What answers say, and no more than what an unsettled renewal may make of it. */
  private void publish() {
    long lease = assuredMillis;
    long deadline = assuredNanos;
    for (Shortening open : shortenings) {
      lease = Math.min(lease, open.toMillis);
      deadline = earlier(deadline, open.deadlineNanos);
    }
    leaseMillis = lease;
    deadlineNanos = deadline;
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  private static long later(long one, long other) {
    return one - other < 0 ? other : one;
  }

  /** A renewal that sets the lease time, until no copy of it can do anything any more. */
  public static final class Shortening {

    private final long toMillis;
    private long deadlineNanos; // what we may believe, whenever it is done

    private Shortening(long sentNanos, long toMillis) {
      this.toMillis = toMillis;
      this.deadlineNanos = deadline(sentNanos, toMillis);
    }

    /**
     * Another renewal was done. If this one is done later, it counts from then on. If it was done before, the other one
     * has set the lease, or prolonged what this one had left.
     */
    private void renewed(long sentNanos, long otherDeadlineNanos, boolean sets) {
      long ifLater = deadline(sentNanos, toMillis);
      deadlineNanos = sets ? ifLater : earlier(ifLater, later(deadlineNanos, otherDeadlineNanos));
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

  /** The shortest lease time of which a holder may believe that much. */
  public static long leaseMillisFor(long nanos) {
    long millis = Math.max(1, nanos / 1_000_000);
    return Math.max(millis + 10, millis + millis / 90 + 1);
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
