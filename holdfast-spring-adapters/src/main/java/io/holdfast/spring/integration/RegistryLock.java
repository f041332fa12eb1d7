package io.holdfast.spring.integration;

import io.holdfast.DistributedLock;
import io.holdfast.LeaseView;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** The thread's view of a lock, in which a lost hold cannot be re-entered. Thread-safe. */
final class RegistryLock implements Lock {

  private final DistributedLock lock;
  private final ThreadKeys keys;

  RegistryLock(DistributedLock lock, ThreadKeys keys) {
    this.lock = lock;
    this.keys = keys;
  }

  @Override
  public void lock() {
    ensureNotLost();
    lock.lock();
    entered();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    ensureNotLost();
    lock.lockInterruptibly();
    entered();
  }

  @Override
  public boolean tryLock() {
    ensureNotLost();
    return lock.tryLock() && entered();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    ensureNotLost();
    return lock.tryLock(time, unit) && entered();
  }

  @Override
  public void unlock() {
    keys.left(lock.name());
    lock.unlock();
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  private void ensureNotLost() {
    ThreadKeys.Hold hold = keys.get(lock.name());
    if (hold != null) {
      hold.lease().ensureHeld();
    }
  }

  /** Always true, unless the hold was lost in this very moment: then it is given back and told. */
  private boolean entered() {
    ThreadKeys.Hold outer = keys.get(lock.name());
    Optional<LeaseView> lease = lock.current();
    if (lease.isEmpty()
        || (outer != null && outer.lease().token() != lease.get().token())) {
      lock.unlock(); // throws, unless the lock was taken afresh under the outer hold
      ensureNotLost();
    }
    keys.entered(lock.name(), lease.orElseThrow());
    return true;
  }

  @Override
  public String toString() {
    return "Lock[" + lock.name() + "]";
  }
}
