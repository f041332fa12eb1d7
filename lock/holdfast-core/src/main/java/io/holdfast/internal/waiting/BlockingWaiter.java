package io.holdfast.internal.waiting;

import io.holdfast.internal.OwnTrace;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.time.LeaseClock;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A parked thread. */
final class BlockingWaiter extends Waiter {

  private static final Object REFUSED = new Object();
  private static final long LONGEST_PARK_NANOS = 1_000_000_000;

  private final Thread thread = Thread.currentThread();
  private final Consumer<Thread> stillWaits;
  private boolean hasSaidSo; // the thread's own
  private volatile @Nullable Object outcome; // a lease, REFUSED or a RuntimeException

  /**
   * @param stillWaits told by the thread itself, once it has been parked for a while
   */
  BlockingWaiter(Wish wish, long enteredNanos, Patience patience, Consumer<Thread> stillWaits) {
    super(wish, enteredNanos, patience);
    this.stillWaits = stillWaits;
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
      park(Math.min(left, LONGEST_PARK_NANOS));
    }
    return true;
  }

  /** Parks until answered or interrupted. */
  void await() throws InterruptedException {
    while (outcome == null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      park(0);
    }
  }

  /** Parks until answered; an interrupt is kept for later. */
  void awaitUninterruptibly() {
    boolean interrupted = false;
    while (outcome == null) {
      park(0);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      thread.interrupt();
    }
  }

  /** For so long; if that is 0, until it is unparked, but for a first look after a while. */
  private void park(long nanos) {
    if (nanos == 0 && hasSaidSo) {
      parkAsWorker(() -> LockSupport.park(this));
      return;
    }
    long nap = nanos == 0 ? LONGEST_PARK_NANOS : nanos;
    long began = System.nanoTime();
    parkAsWorker(() -> LockSupport.parkNanos(this, nap));
    if (outcome == null && !hasSaidSo && System.nanoTime() - began >= LONGEST_PARK_NANOS) {
      hasSaidSo = true;
      stillWaits.accept(thread);
    }
  }

  /** In a pool of worker threads another one takes over meanwhile: the answer may depend on what is queued there. */
  private void parkAsWorker(Runnable nap) {
    if (!(thread instanceof ForkJoinWorkerThread)) {
      nap.run();
      return;
    }
    try {
      ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
        private boolean hasParked;

        @Override
        public boolean block() {
          nap.run();
          hasParked = true;
          return true;
        }

        @Override
        public boolean isReleasable() {
          return hasParked || outcome != null || thread.isInterrupted();
        }
      });
    } catch (InterruptedException e) {
      thread.interrupt(); // never thrown by this blocker; our callers look at the flag
    } catch (RejectedExecutionException e) { // no other one can take over
      nap.run();
    }
  }

  /** The answer: a lease, or null for refused; throws what failed, with the calling thread's own trace. */
  @Nullable
  HeldLease answer() {
    Object answer = outcome;
    if (answer instanceof RuntimeException failure) {
      throw OwnTrace.of(failure);
    }
    return answer instanceof HeldLease lease ? lease : null;
  }
}
