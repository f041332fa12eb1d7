package io.holdfast.internal.waiting;

import io.holdfast.LeaseOptions;
import io.holdfast.internal.tenure.HeldLease;

/**
 * A caller in a local queue. Its delegate answers it once: granted, refused or failed. Answers come on
 * any thread and must not block.
 */
abstract class Waiter {

  private final Wish wish;
  private final long enteredNanos;
  private final boolean isOnce;
  private boolean isExpired; // its delegate's

  /**
   * @param isOnce whether one refusal is enough
   */
  Waiter(Wish wish, long enteredNanos, boolean isOnce) {
    this.wish = wish;
    this.enteredNanos = enteredNanos;
    this.isOnce = isOnce;
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

  long enteredNanos() {
    return enteredNanos;
  }

  /** Whether the caller asked for the lock now or not at all. */
  boolean isOnce() {
    return isOnce;
  }

  /** The wait time is over, but a request is under way whose answer is awaited. */
  void expire() {
    isExpired = true;
  }

  boolean isExpired() {
    return isExpired;
  }

  /** Whether the next refusal ends the wait. */
  boolean endsWithRefusal() {
    return isOnce || isExpired;
  }

  abstract void granted(HeldLease lease);

  abstract void refused();

  abstract void failed(RuntimeException failure);
}
