package io.holdfast.spring.observation;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.LockState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A lock whose waits and holds are observed. Has no state of its own. Thread-safe. */
final class ObservedLock implements DistributedLock {

  private final DistributedLock lock;
  private final LockObserver observer;
  private final ThreadHoldings holdings;

  ObservedLock(DistributedLock lock, LockObserver observer, ThreadHoldings holdings) {
    this.lock = lock;
    this.observer = observer;
    this.holdings = holdings;
  }

  @Override
  public DistributedLock acknowledgedBy(int replicas) {
    return new ObservedLock(lock.acknowledgedBy(replicas), observer, holdings);
  }

  private interface Call<T, X extends Exception> {
    T make() throws X;
  }

  // ---- owned by the lease

  private <X extends Exception> Optional<Lease> leased(Call<Optional<Lease>, X> call) throws X {
    if (observer.isOff()) {
      return call.make();
    }
    Waiting waiting = observer.waiting(lock.name());
    Optional<Lease> lease;
    try {
      lease = call.make();
    } catch (Throwable e) {
      waiting.failed(e);
      throw e;
    }
    if (lease.isEmpty()) {
      waiting.refused();
    }
    return lease.map(waiting::observed);
  }

  @Override
  public Lease acquire() throws InterruptedException {
    return acquire(LeaseOptions.renewed());
  }

  @Override
  public Lease acquire(LeaseOptions options) throws InterruptedException {
    return leased(() -> Optional.of(lock.acquire(options))).orElseThrow();
  }

  @Override
  public Optional<Lease> tryAcquire() {
    return leased(lock::tryAcquire);
  }

  @Override
  public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
    return leased(() -> lock.tryAcquire(wait));
  }

  @Override
  public Optional<Lease> tryAcquire(Duration wait, LeaseOptions options)
      throws InterruptedException {
    return leased(() -> lock.tryAcquire(wait, options));
  }

  // ---- owned by the lease, without blocking

  @Override
  public CompletableFuture<Lease> acquireAsync() {
    return acquireAsync(LeaseOptions.renewed());
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LeaseOptions options) {
    if (observer.isOff()) {
      return lock.acquireAsync(options);
    }
    Waiting waiting = observer.waiting(lock.name());
    return ObservedFuture.of(
        waiting, () -> lock.acquireAsync(options), waiting::observed, Optional::of);
  }

  @Override
  public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration wait) {
    return tryAcquireAsync(wait, LeaseOptions.renewed());
  }

  @Override
  public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration wait, LeaseOptions options) {
    if (observer.isOff()) {
      return lock.tryAcquireAsync(wait, options);
    }
    Waiting waiting = observer.waiting(lock.name());
    return ObservedFuture.of(
        waiting,
        () -> lock.tryAcquireAsync(wait, options),
        lease -> {
          if (lease.isEmpty()) {
            waiting.refused();
          }
          return lease.map(waiting::observed);
        },
        lease -> lease);
  }

  // ---- owned by the thread

  private <X extends Exception> boolean locked(Call<Boolean, X> call) throws X {
    if (observer.isOff() || lock.isHeldByCurrentThread()) { // re-entry neither waits nor begins
      return call.make();
    }
    Waiting waiting = observer.waiting(lock.name());
    boolean isGranted;
    try {
      isGranted = call.make();
    } catch (Throwable e) {
      waiting.failed(e);
      throw e;
    }
    if (isGranted) {
      observer.quietly(() -> holdings.began(lock, waiting)); // the thread has the lock in any case
    } else {
      waiting.refused();
    }
    return isGranted;
  }

  @Override
  public void lock() {
    boolean unused = locked(() -> {
      lock.lock();
      return true;
    });
  }

  @Override
  public void lock(Duration leaseTime) {
    boolean unused = locked(() -> {
      lock.lock(leaseTime);
      return true;
    });
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    boolean unused = locked(() -> {
      lock.lockInterruptibly();
      return true;
    });
  }

  @Override
  public void lockInterruptibly(Duration leaseTime) throws InterruptedException {
    boolean unused = locked(() -> {
      lock.lockInterruptibly(leaseTime);
      return true;
    });
  }

  @Override
  public boolean tryLock() {
    return locked(lock::tryLock);
  }

  @Override
  public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
    return locked(() -> lock.tryLock(wait, unit));
  }

  @Override
  public boolean tryLock(Duration wait) throws InterruptedException {
    return locked(() -> lock.tryLock(wait));
  }

  @Override
  public boolean tryLock(Duration wait, Duration leaseTime) throws InterruptedException {
    return locked(() -> lock.tryLock(wait, leaseTime));
  }

  @Override
  public void unlock() {
    try {
      lock.unlock();
    } catch (Throwable e) {
      holdings.unlocked(lock, e);
      throw e;
    }
    holdings.unlocked(lock, null);
  }

  // ---- what is not observed

  @Override
  public String name() {
    return lock.name();
  }

  @Override
  public boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }

  @Override
  public int holdCount() {
    return lock.holdCount();
  }

  @Override
  public Optional<LeaseView> current() {
    return lock.current();
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  @Override
  public boolean isLocked() {
    return lock.isLocked();
  }

  @Override
  public Duration remainingLeaseTime() {
    return lock.remainingLeaseTime();
  }

  @Override
  public boolean forceRelease() {
    return lock.forceRelease();
  }

  @Override
  public CompletableFuture<Boolean> forceReleaseAsync() {
    return lock.forceReleaseAsync();
  }

  @Override
  public Optional<LockState> inspect() {
    return lock.inspect();
  }

  @Override
  public CompletableFuture<Optional<LockState>> inspectAsync() {
    return lock.inspectAsync();
  }

  @Override
  public String toString() {
    return lock.toString();
  }
}
