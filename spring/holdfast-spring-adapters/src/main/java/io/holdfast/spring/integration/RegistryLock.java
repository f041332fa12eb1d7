package io.holdfast.spring.integration;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.spring.integration.ThreadKeys.Hold;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The thread's view of a lock, in which a lost hold cannot be re-entered. It has the methods of Spring Integration 7's
 * {@code DistributedLock}, which {@link TimedLocks} shows to whoever knows that type. Thread-safe.
 */
final class RegistryLock implements Lock {

  private final DistributedLock lock;
  private final ThreadKeys keys;

  RegistryLock(DistributedLock lock, ThreadKeys keys) {
    this.lock = lock;
    this.keys = keys;
  }

  @Override
  public void lock() {
    if (!hasReentered()) {
      lock.lock();
      entered();
    }
  }

  /** With a hold that ends after {@code time}; a re-entry changes nothing about that. */
  public void lock(Duration time) {
    if (!hasReentered()) {
      keys.put(lock.name(), Hold.timed(acquire(LeaseOptions.fixed(time)), time));
    }
  }

  private Lease acquire(LeaseOptions options) {
    boolean wasInterrupted = false;
    while (true) {
      try {
        Lease lease = lock.acquire(options);
        if (wasInterrupted) {
          Thread.currentThread().interrupt();
        }
        return lease;
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (!hasReentered()) {
      lock.lockInterruptibly();
      entered();
    }
  }

  @Override
  public boolean tryLock() {
    return hasReentered() || (lock.tryLock() && entered());
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return hasReentered() || (lock.tryLock(time, unit) && entered());
  }

  /** Waits for up to {@code wait}, for a hold as in {@link #lock(Duration)}. */
  public boolean tryLock(Duration wait, Duration time) throws InterruptedException {
    if (hasReentered()) {
      return true;
    }
    Optional<Lease> lease = lock.tryAcquire(wait, LeaseOptions.fixed(time));
    lease.ifPresent(granted -> keys.put(lock.name(), Hold.timed(granted, time)));
    return lease.isPresent();
  }

  /** As the library's own registries: told from each other are a stranger and a holder that has lost it. */
  @Override
  public void unlock() {
    Hold hold = keys.get(lock.name());
    if (hold == null) {
      throw new IllegalStateException("lock '" + lock.name() + "' is not held by thread '"
          + Thread.currentThread().getName() + "'");
    }
    keys.left(lock.name());
    try {
      if (hold.count() > 1) {
        hold.lease().ensureHeld();
      } else if (hold.timed() != null) {
        hold.timed().ensureHeld(); // close() would tell a loss only once
        hold.timed().close();
      } else {
        lock.unlock();
      }
    } catch (LeaseLostException e) {
      throw new ConcurrentModificationException(e.getMessage(), e);
    }
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  /** Whether this thread has the lock already: then it has it once more. */
  private boolean hasReentered() {
    Hold hold = keys.get(lock.name());
    if (hold == null) {
      return false;
    }
    hold.lease().ensureHeld();
    keys.put(lock.name(), hold.entered());
    return true;
  }

  /** Always true, unless the hold was lost in this very moment: then that is told. */
  private boolean entered() {
    Optional<LeaseView> lease = lock.current();
    if (lease.isEmpty()) {
      lock.unlock(); // throws
    }
    keys.put(lock.name(), Hold.renewed(lease.orElseThrow()));
    return true;
  }

  @Override
  public String toString() {
    return "Lock[" + lock.name() + "]";
  }
}
