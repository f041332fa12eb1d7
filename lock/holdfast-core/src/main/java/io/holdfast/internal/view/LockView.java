package io.holdfast.internal.view;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LeaseView;
import io.holdfast.LockState;
import io.holdfast.internal.StackRoom;
import io.holdfast.internal.protocol.Inspection;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.view.ThreadHolds.Hold;
import io.holdfast.internal.waiting.Callers;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A lock as its callers see it. Has no state of its own: two objects of one name are one lock. Thread-safe. */
public final class LockView implements DistributedLock {

  private static final int MOST_REPLICAS = 100;

  private final LockId lock;
  private final String name;
  private final Callers callers;
  private final ThreadHolds holds;

  public LockView(LockId lock, Callers callers, ThreadHolds holds) {
    this.lock = lock;
    this.name = lock.name();
    this.callers = callers;
    this.holds = holds;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public DistributedLock acknowledgedBy(int replicas) {
    if (replicas < 0 || replicas > MOST_REPLICAS) {
      throw new IllegalArgumentException("lock '" + name + "': acknowledged by " + replicas
          + " replicas is not possible: expected 0 (off) to " + MOST_REPLICAS);
    }
    return new LockView(lock, callers.acknowledgedBy(replicas), holds);
  }

  // ---- owned by the lease

  @Override
  public Lease acquire() throws InterruptedException {
    return acquire(LeaseOptions.renewed());
  }

  @Override
  public Lease acquire(LeaseOptions options) throws InterruptedException {
    return callers.acquire(lock, options);
  }

  @Override
  public Optional<Lease> tryAcquire() {
    return Optional.ofNullable(callers.acquireNow(lock, LeaseOptions.renewed()));
  }

  @Override
  public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
    return tryAcquire(wait, LeaseOptions.renewed());
  }

  @Override
  public Optional<Lease> tryAcquire(Duration wait, LeaseOptions options)
      throws InterruptedException {
    return Optional.ofNullable(callers.acquire(lock, options, wait));
  }

  @Override
  public CompletableFuture<Lease> acquireAsync() {
    return acquireAsync(LeaseOptions.renewed());
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LeaseOptions options) {
    return callers.acquireAsync(lock, options, null, Objects::requireNonNull);
  }

  @Override
  public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration wait) {
    return tryAcquireAsync(wait, LeaseOptions.renewed());
  }

  @Override
  public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration wait, LeaseOptions options) {
    return callers.acquireAsync(lock, options, wait, Optional::ofNullable);
  }

  // ---- owned by the thread

  @Override
  public void lock() {
    lockWith(LeaseOptions.renewed());
  }

  @Override
  public void lock(Duration leaseTime) {
    lockWith(LeaseOptions.fixed(leaseTime));
  }

  private void lockWith(LeaseOptions options) {
    if (!reenter()) {
      hold(callers.acquireUninterruptibly(lock, options));
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    lockInterruptiblyWith(LeaseOptions.renewed());
  }

  @Override
  public void lockInterruptibly(Duration leaseTime) throws InterruptedException {
    lockInterruptiblyWith(LeaseOptions.fixed(leaseTime));
  }

  private void lockInterruptiblyWith(LeaseOptions options) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!reenter()) {
      hold(callers.acquire(lock, options));
    }
  }

  @Override
  public boolean tryLock() {
    return reenter() || hold(callers.acquireNow(lock, LeaseOptions.renewed()));
  }

  @Override
  public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
    return tryLock(Duration.ofNanos(unit.toNanos(wait)));
  }

  @Override
  public boolean tryLock(Duration wait) throws InterruptedException {
    return tryLockWith(wait, LeaseOptions.renewed());
  }

  @Override
  public boolean tryLock(Duration wait, Duration leaseTime) throws InterruptedException {
    return tryLockWith(wait, LeaseOptions.fixed(leaseTime));
  }

  private boolean tryLockWith(Duration wait, LeaseOptions options) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return reenter() || hold(callers.acquire(lock, options, wait));
  }

  private boolean reenter() {
    Hold hold = holds.get(name);
    if (hold == null || !hold.isHeld()) {
      return false;
    }
    hold.enter();
    return true;
  }

  private boolean hold(@Nullable HeldLease lease) {
    if (lease == null) {
      return false;
    }
    lease.ownedBy(Thread.currentThread());
    Hold hold = holds.get(name);
    if (hold == null) {
      holds.put(name, new Hold(lease));
    } else {
      hold.replace(lease);
    }
    return true;
  }

  @Override
  public void unlock() {
    StackRoom.ensure(); // what follows is done to its end
    Hold hold = holds.get(name);
    if (hold == null) {
      throw new IllegalMonitorStateException("lock '" + name + "' is not held by thread '"
          + Thread.currentThread().getName() + "': nothing to unlock");
    }
    try {
      if (hold.count() > 0 && !hold.lease().isHeld()) {
        hold.moveToLost();
      }
      if (hold.count() == 0) {
        HeldLease lost = hold.payOwed();
        throw lost == null ? hold.lease().notHeld() : lost.notHeld();
      }
      if (hold.exit() == 0) {
        hold.lease().close();
      }
    } finally {
      if (hold.isSettled()) {
        holds.remove(name);
      }
    }
  }

  @Override
  public boolean isHeldByCurrentThread() {
    Hold hold = holds.get(name);
    return hold != null && hold.isHeld();
  }

  @Override
  public int holdCount() {
    Hold hold = holds.get(name);
    return hold != null && hold.isHeld() ? hold.count() : 0;
  }

  @Override
  public Optional<LeaseView> current() {
    Hold hold = holds.get(name);
    return hold != null && hold.isHeld() ? Optional.of(hold.lease()) : Optional.empty();
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "lock '" + name + "': a distributed lock has no conditions,"
            + " because their waiters would have to be queued on the server");
  }

  // ---- whoever holds it

  @Override
  public boolean isLocked() {
    return callers.inspect(lock).state().isPresent();
  }

  @Override
  public Duration remainingLeaseTime() {
    long millis = callers.inspect(lock).remainingMillis();
    return millis < 0 ? ChronoUnit.FOREVER.getDuration() : Duration.ofMillis(millis);
  }

  @Override
  public boolean forceRelease() {
    return callers.force(lock);
  }

  @Override
  public CompletableFuture<Boolean> forceReleaseAsync() {
    return callers.forceAsync(lock);
  }

  @Override
  public Optional<LockState> inspect() {
    return callers.inspect(lock).state();
  }

  @Override
  public CompletableFuture<Optional<LockState>> inspectAsync() {
    return callers.inspectAsync(lock, Inspection::state);
  }

  @Override
  public String toString() {
    int replicas = callers.replicas();
    return "DistributedLock[" + name + (replicas == 0 ? "" : ", acknowledged by " + replicas) + "]";
  }
}
