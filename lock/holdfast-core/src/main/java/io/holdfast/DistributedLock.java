package io.holdfast;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A named lock, shared by every process that uses the same server, and by Redisson's {@code RLock} of the same name.
 *
 * <p>There are two ways to own it. <b>By lease</b> ({@code acquire…}): whoever has the {@link Lease}
 * owns the lock, on any thread. <b>By thread</b> ({@code lock}, {@code tryLock}, {@code unlock}): the
 * calling thread owns it, re-entrantly, as in {@link java.util.concurrent.locks.ReentrantLock}.
 * Leases and threads are separate owners: a thread that has a lease does not hold the lock by thread.
 *
 * <p>Callers of one client queue first come, first served. Every form may throw {@link
 * LockUnavailableException} when the server does not answer, {@link ServerErrorException} when it
 * answers with an error, and {@link HoldfastClosedException} after {@link Holdfast#close()}.
 *
 * <p>Implementations are thread-safe.
 */
public interface DistributedLock extends Lock {

  /** {@return the lock's name, which is also its key on the server} */
  String name();

  /**
   * {@return the same lock, whose grants so many replicas of its primary must have acknowledged ({@code WAIT}) before
   * they are shown to the caller} It is another view only: name, queue and ownership are those of this lock, and what a
   * thread holds through one view it holds through the other. A re-entry asks nobody, and neither do renewals.
   *
   * <p>A lock that too few have acknowledged is released again, and every form of acquiring throws {@link
   * NotAcknowledgedException}: the caller does not hold it. They have a quarter of the command timeout for it (500 ms
   * unless set), or of the lease time if that is less. See docs/guarantees.md for what this buys, and what it does not.
   *
   * @param replicas 0 switches it off, as it is without this call
   * @throws IllegalArgumentException if negative or above 100
   */
  DistributedLock acknowledgedBy(int replicas);

  // ---- owned by the lease

  /**
   * {@return the lease, after waiting for the lock; it is renewed until it is closed}
   *
   * @throws InterruptedException if the thread is interrupted, before or while it waits; nothing is acquired then
   */
  Lease acquire() throws InterruptedException;

  /**
   * {@return what {@link #acquire()} returns, with a lease of the caller's choice}
   *
   * @param options how long the lease lasts, and whether it is renewed
   * @throws InterruptedException as {@link #acquire()}
   */
  Lease acquire(LeaseOptions options) throws InterruptedException;

  /**
   * {@return the lease if the lock is free now, else empty} Overtakes nobody who waits in this client. Waits for one
   * answer of the server and no longer; for one more if a request of somebody here who left is still under way, or
   * what was granted has to be given back.
   */
  Optional<Lease> tryAcquire();

  /**
   * {@return the lease, after waiting for the lock; empty if it was <em>refused</em> to the end of the wait} A request
   * in flight at that moment is awaited, for one command timeout at most.
   *
   * @param wait how long to wait; zero or less: for one answer
   * @throws LockUnavailableException if the wait ended without an answer from the server
   * @throws InterruptedException as {@link #acquire()}
   */
  Optional<Lease> tryAcquire(Duration wait) throws InterruptedException;

  /**
   * {@return what {@link #tryAcquire(Duration)} returns, with a lease of the caller's choice}
   *
   * @param wait how long to wait; zero or less: for one answer
   * @param options how long the lease lasts, and whether it is renewed
   * @throws InterruptedException as {@link #acquire()}
   */
  Optional<Lease> tryAcquire(Duration wait, LeaseOptions options) throws InterruptedException;

  /**
   * {@return what {@link #acquire()} returns, without blocking} {@code cancel} withdraws the waiter.
   *
   * <p>Dependents run on the client's executor, and so do those of its {@code …Async} methods that name none: it is the
   * {@linkplain CompletableFuture#defaultExecutor() default} of this future. A dependent that is attached when the
   * future is done runs at once, on the thread that attaches it.
   */
  CompletableFuture<Lease> acquireAsync();

  /**
   * {@return what {@link #acquire(LeaseOptions)} returns, without blocking} {@code cancel} withdraws the waiter;
   * dependents run as those of {@link #acquireAsync()}.
   *
   * @param options how long the lease lasts, and whether it is renewed
   */
  CompletableFuture<Lease> acquireAsync(LeaseOptions options);

  /**
   * {@return what {@link #tryAcquire(Duration)} returns, without blocking} {@code cancel} withdraws the waiter;
   * dependents run as those of {@link #acquireAsync()}.
   *
   * @param wait how long to wait; zero or less: for one answer
   */
  CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration wait);

  /**
   * {@return what {@link #tryAcquireAsync(Duration)} returns, with a lease of the caller's choice}
   *
   * @param wait how long to wait; zero or less: for one answer
   * @param options how long the lease lasts, and whether it is renewed
   */
  CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration wait, LeaseOptions options);

  // ---- owned by the thread

  /** Waits for the lock. An interrupt does not end the wait; its flag is restored. */
  @Override
  void lock();

  /**
   * As {@link #lock()}, with a hold that is not renewed. On re-entry the lease time is not changed.
   *
   * @param leaseTime after which the hold ends; 10 ms to 24 hours
   */
  void lock(Duration leaseTime);

  /**
   * As {@link #lock()}, but an interrupt ends the wait, also one from before the call: the thread then holds nothing
   * that it did not hold before.
   */
  @Override
  void lockInterruptibly() throws InterruptedException;

  /**
   * As {@link #lockInterruptibly()}, with a hold as in {@link #lock(Duration)}.
   *
   * @param leaseTime after which the hold ends; 10 ms to 24 hours
   * @throws InterruptedException as {@link #lockInterruptibly()}
   */
  void lockInterruptibly(Duration leaseTime) throws InterruptedException;

  /** As {@link #tryAcquire()}; re-entry always succeeds. */
  @Override
  boolean tryLock();

  /** As {@link #tryAcquire(Duration)}; re-entry always succeeds. */
  @Override
  boolean tryLock(long wait, TimeUnit unit) throws InterruptedException;

  /**
   * {@return what {@link #tryLock(long, TimeUnit)} returns}
   *
   * @param wait how long to wait; zero or less: for one answer
   * @throws InterruptedException as {@link #lockInterruptibly()}
   */
  boolean tryLock(Duration wait) throws InterruptedException;

  /**
   * {@return what {@link #tryLock(long, TimeUnit)} returns, with a hold as in {@link #lock(Duration)}}
   *
   * @param wait how long to wait; zero or less: for one answer
   * @param leaseTime after which the hold ends; 10 ms to 24 hours
   * @throws InterruptedException as {@link #lockInterruptibly()}
   */
  boolean tryLock(Duration wait, Duration leaseTime) throws InterruptedException;

  /**
   * Undoes one {@code lock}; the last one releases.
   *
   * @throws IllegalMonitorStateException if this thread does not hold the lock; it is a {@link
   *     LeaseLostException} if it did and lost it
   */
  @Override
  void unlock();

  /** {@return whether this thread holds the lock, by its own clock} No command is sent. */
  boolean isHeldByCurrentThread();

  /** {@return how often this thread holds the lock; 0 when not at all, or no longer} */
  int holdCount();

  /** {@return the lease behind this thread's hold: its token, what remains, its loss; empty when there is none} */
  Optional<LeaseView> current();

  /**
   * Not supported: a condition would need waiters of other processes to be queued on the server.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  Condition newCondition();

  // ---- whoever holds it

  /** {@return whether anybody holds the lock, asked of the server} */
  boolean isLocked();

  /**
   * {@return what remains of the lease on the server, whoever holds it; zero when the lock is free} If its key has no
   * expiry (not our doing), {@link java.time.temporal.ChronoUnit#FOREVER}'s duration, which is too long to be told in
   * milliseconds.
   */
  Duration remainingLeaseTime();

  /**
   * Releases the lock whoever holds it. A holder in this client is told before the server is; one in
   * another client finds out by its next renewal or release. For operators.
   *
   * @return whether it was held
   * @throws LockUnavailableException if there was no answer: then it may still be done later, to whoever holds it
   */
  boolean forceRelease();

  /** {@return what {@link #forceRelease()} does, as a future; after {@link Holdfast#close()}, too, it is what fails} */
  CompletableFuture<Boolean> forceReleaseAsync();

  /** {@return what the server knows about the lock; empty when it is free} */
  Optional<LockState> inspect();

  /** {@return what {@link #inspect()} returns, without blocking} */
  CompletableFuture<Optional<LockState>> inspectAsync();
}
