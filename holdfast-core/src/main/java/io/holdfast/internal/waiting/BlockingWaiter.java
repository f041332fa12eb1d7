package io.holdfast.internal.waiting;

import io.holdfast.internal.tenure.HeldLease;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A parked thread. */
final class BlockingWaiter extends Waiter {

  private static final Object REFUSED = new Object();

  private final Thread thread = Thread.currentThread();
  private volatile @Nullable Object outcome; // a lease, REFUSED or a RuntimeException

  BlockingWaiter(Wish wish, long enteredNanos, boolean isOnce) {
    super(wish, enteredNanos, isOnce);
  }

  @Override
  void granted(HeldLease lease) {
    answer(lease);
  }

  @Override
  void refused() {
    answer(REFUSED);
  }

  @Override
  void failed(RuntimeException failure) {
    answer(failure);
  }

  private void answer(Object answer) {
    outcome = answer;
    LockSupport.unpark(thread);
  }

  boolean isAnswered() {
    return outcome != null;
  }

  /** Parks until answered or interrupted, or that many nanoseconds have passed. */
  boolean await(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    while (outcome == null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      LockSupport.parkNanos(this, left);
    }
    return true;
  }

  /** Parks until answered; an interrupt is kept for later. */
  void awaitUninterruptibly() {
    boolean interrupted = false;
    while (outcome == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      thread.interrupt();
    }
  }

  /** The answer: a lease, or null for refused; throws what failed. */
  @Nullable
  HeldLease answer() {
    Object answer = outcome;
    if (answer instanceof RuntimeException failure) {
      throw failure;
    }
    return answer instanceof HeldLease lease ? lease : null;
  }
}
