package io.holdfast.internal.waiting;

import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.time.LeaseClock;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A parked thread. */
final class BlockingWaiter extends Waiter {

  private static final Object REFUSED = new Object();
  private static final long LONGEST_PARK_NANOS = 1_000_000_000;
  private static final long FOR_EVER_NANOS = Long.MAX_VALUE / 4;

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

  /**
   * Parks until answered or interrupted, or that many nanoseconds have passed: by the clock that knows of a machine
   * that slept, or by the one that threads are parked by.
   */
  boolean await(long nanos, LeaseClock clock) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    long clockEnd = clock.nanos() + nanos;
    while (outcome == null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = Math.min(end - System.nanoTime(), clockEnd - clock.nanos());
      if (left <= 0) {
        return false;
      }
      park(left > FOR_EVER_NANOS ? FOR_EVER_NANOS : Math.min(left, LONGEST_PARK_NANOS));
    }
    return true;
  }

  /** Parks until answered; an interrupt is kept for later. */
  void awaitUninterruptibly() {
    boolean interrupted = false;
    while (outcome == null) {
      park(FOR_EVER_NANOS);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      thread.interrupt();
    }
  }

  /** In a pool of worker threads another one takes over meanwhile: the answer may depend on what is queued there. */
  private void park(long nanos) {
    if (!(thread instanceof ForkJoinWorkerThread)) {
      if (nanos == FOR_EVER_NANOS) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, nanos);
      }
      return;
    }
    long end = System.nanoTime() + nanos;
    try {
      ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
        @Override
        public boolean block() {
          LockSupport.parkNanos(BlockingWaiter.this, end - System.nanoTime());
          return isReleasable();
        }

        @Override
        public boolean isReleasable() {
          return outcome != null || thread.isInterrupted() || end - System.nanoTime() <= 0;
        }
      });
    } catch (InterruptedException e) {
      thread.interrupt(); // never thrown by this blocker; our callers look at the flag
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
