package io.holdfast.internal.waiting;

import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Origin;
import io.holdfast.internal.time.Timers;
import org.jspecify.annotations.Nullable;

/**
 * A caller in a local queue. Its delegate answers it once: granted, refused or failed. Answers come on
 * any thread and must not block.
 */
abstract class Waiter {

  private final Wish wish;
  private final long enteredNanos;
  private final Patience patience;
  private long number; // its delegate's, as is the next
  private Timers.@Nullable Timer lastMoment; // of one whose time is over

  Waiter(Wish wish, long enteredNanos, Patience patience) {
    this.wish = wish;
    this.enteredNanos = enteredNanos;
    this.patience = patience;
  }

  LeaseOptions options() {
    return wish.options();
  }

  long leaseMillis() {
    return wish.leaseMillis();
  }

  /** How many replicas are to acknowledge the grant. */
  int replicas() {
    return wish.replicas();
  }

  Origin origin() {
    return wish.origin();
  }

  long enteredNanos() {
    return enteredNanos;
  }

  /** Its place in the order of coming. */
  long number() {
    return number;
  }

  void number(long newNumber) {
    number = newNumber;
  }

  Patience patience() {
    return patience;
  }

  /** Whether the caller asked for the lock now or not at all. */
  boolean isOnce() {
    return patience.isNone();
  }

  /** The wait time is over, but a request is under way whose answer is awaited, until that moment. */
  void expire(Timers.Timer end) {
    lastMoment = end;
  }

  boolean isExpired() {
    return lastMoment != null;
  }

  /** It is answered. */
  void leave() {
    Timers.Timer planned = lastMoment;
    if (planned != null) {
      planned.cancel();
    }
  }

  /** Whether the next refusal ends the wait. */
  boolean endsWithRefusal() {
    return isOnce() || isExpired();
  }

  /** The lease was granted, and over before its caller got it: nobody has refused it. */
  static LockUnavailableException overOnItsWay(HeldLease lease, long waitedNanos) {
    return new LockUnavailableException(
        lease.lockName(),
        "lock '" + lease.lockName()
            + "': granted, but its lease was over before this caller got it, after "
            + waitedNanos / 1_000_000
            + " ms; was this process held up, is its executor too slow, or the lease time too short?",
        null);
  }

  abstract void granted(HeldLease lease);

  abstract void refused();

  abstract void failed(RuntimeException failure);
}
