package io.holdfast.internal.waiting;

import io.holdfast.HoldfastClosedException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.internal.Futures;
import io.holdfast.internal.StackRoom;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.Inspection;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.tenure.Origin;
import io.holdfast.internal.tenure.Origins;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How callers enter the queue of a lock: blocking, blocking whatever interrupts, or by a future. Thread-safe. */
public final class Callers {

  private final Delegates delegates;
  private final Engine engine;
  private final int replicas;
  private final @Nullable Origins origins;

  public Callers(Delegates delegates) {
    this(delegates, 0, new Origins());
  }

  private Callers(Delegates delegates, int replicas, @Nullable Origins origins) {
    this.delegates = delegates;
    this.engine = delegates.engine();
    this.replicas = replicas;
    this.origins = origins;
  }

  /** The same for callers who may hold a lock for as long as they live. */
  public Callers forLong() {
    return new Callers(delegates, replicas, null);
  }

  /** The same for callers whose grants so many replicas are to acknowledge. */
  public Callers acknowledgedBy(int wanted) {
    return new Callers(delegates, wanted, origins);
  }

  public int replicas() {
    return replicas;
  }

  /** Waits without end. */
  public HeldLease acquire(LockId lock, LeaseOptions options) throws InterruptedException {
    return Objects.requireNonNull(acquire(lock, options, Patience.ENDLESS));
  }

  /** Waits without end; an interrupt is kept for later. */
  public HeldLease acquireUninterruptibly(LockId lock, LeaseOptions options) {
    Wish wish = wish(options);
    while (true) {
      Delegate delegate = delegates.of(lock);
      BlockingWaiter waiter =
          new BlockingWaiter(wish, engine.now(), Patience.ENDLESS, delegate::stillWaits);
      delegate.enter(waiter);
      awaitOrLeave(delegate, waiter);
      HeldLease lease = waiter.answer();
      if (lease != null && lease.isHeld()) {
        return lease;
      }
    }
  }

  /**
   * Waits that long.
   *
   * @return null for refused
   */
  public @Nullable HeldLease acquire(LockId lock, LeaseOptions options, Duration wait)
      throws InterruptedException {
    return acquire(lock, options, Patience.of(wait));
  }

  private @Nullable HeldLease acquire(LockId lock, LeaseOptions options, Patience patience)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Wish wish = wish(options);
    long entered = engine.now();
    while (true) {
      Delegate delegate = delegates.of(lock);
      BlockingWaiter waiter = new BlockingWaiter(wish, entered, patience, delegate::stillWaits);
      delegate.enter(waiter);
      try {
        if (patience.isTimed()
            && !waiter.await(patience.leftNanos(engine.now() - entered), engine.clock())) {
          delegate.expire(waiter);
        }
        waiter.await();
      } catch (Throwable e) {
        leave(delegate, waiter);
        throw e;
      }
      HeldLease lease = waiter.answer();
      if (lease == null || lease.isHeld()) {
        return lease;
      } // lost before its caller awoke: a lease that is over is none
      if (patience.isOver(engine.now() - entered)) {
        throw Waiter.overOnItsWay(lease, engine.now() - entered);
      }
    }
  }

  /** Whether it is free now. Not interruptible: one answer is awaited, no longer. */
  public @Nullable HeldLease acquireNow(LockId lock, LeaseOptions options) {
    Wish wish = wish(options);
    Delegate delegate = delegates.of(lock);
    BlockingWaiter waiter =
        new BlockingWaiter(wish, engine.now(), Patience.NONE, delegate::stillWaits);
    delegate.enter(waiter);
    awaitOrLeave(delegate, waiter);
    HeldLease lease = waiter.answer();
    if (lease != null && !lease.isHeld()) {
      throw Waiter.overOnItsWay(lease, engine.now() - waiter.enteredNanos());
    }
    return lease;
  }

  /** Whoever ends its call in whatever way is in no queue any more. */
  private static void awaitOrLeave(Delegate delegate, BlockingWaiter waiter) {
    try {
      waiter.awaitUninterruptibly();
    } catch (Throwable e) {
      leave(delegate, waiter);
      throw e;
    }
  }

  private static void leave(Delegate delegate, BlockingWaiter waiter) {
    delegate.withdraw(waiter, new CancellationException("interrupted"));
    waiter.awaitUninterruptibly(); // answered by the withdrawal, if not before
    try {
      HeldLease lease = waiter.answer();
      if (lease != null) {
        lease.release(failure -> {}); // the next one gets it
      }
    } catch (RuntimeException e) {
      return; // the caller hears of the interrupt instead
    }
  }

  /**
   * By a future.
   *
   * @param wait null for no end
   * @param result what the future gets for a lease, or for null: refused
   */
  public <T> CompletableFuture<T> acquireAsync(
      LockId lock,
      LeaseOptions options,
      @Nullable Duration wait,
      Function<@Nullable HeldLease, T> result) {
    Patience patience = wait == null ? Patience.ENDLESS : Patience.of(wait);
    AsyncWaiter<T> waiter = new AsyncWaiter<>(
        wish(options), engine.now(), patience, delegates.of(lock), engine, result);
    waiter.enter();
    return waiter.future();
  }

  /** Ends whatever holds the lock; whether anything did. */
  public boolean force(LockId lock) {
    return Futures.join(forceWith(lock, Runnable::run));
  }

  /** As {@link #force}, by a future. */
  public CompletableFuture<Boolean> forceAsync(LockId lock) {
    return forceWith(lock, engine.events()::run);
  }

  private CompletableFuture<Boolean> forceWith(LockId lock, Executor completing) {
    StackRoom.ensure();
    if (engine.closed().get()) {
      return CompletableFuture.failedFuture(closed(lock));
    }
    CompletableFuture<Boolean> forced = new CompletableFuture<>();
    delegates
        .of(lock)
        .force(answer -> completing.execute(() -> {
          if (answer instanceof Answer.Failed failed) {
            forced.completeExceptionally(failed.cause());
          } else if (answer instanceof Answer.Unknown unknown) {
            forced.completeExceptionally(unanswered(lock, unknown));
          } else {
            forced.complete(answer instanceof Answer.Released);
          }
        }));
    return forced;
  }

  /** What the server knows about the lock. */
  public Inspection inspect(LockId lock) {
    return Futures.join(inspectWith(lock, Runnable::run, inspection -> inspection));
  }

  /**
   * As {@link #inspect}, by a future.
   *
   * @param result what of it the future gets
   */
  public <T> CompletableFuture<T> inspectAsync(LockId lock, Function<Inspection, T> result) {
    return inspectWith(lock, engine.events()::run, result);
  }

  private <T> CompletableFuture<T> inspectWith(
      LockId lock, Executor completing, Function<Inspection, T> result) {
    StackRoom.ensure();
    if (engine.closed().get()) {
      return CompletableFuture.failedFuture(closed(lock));
    }
    CompletableFuture<T> inspected = new CompletableFuture<>();
    engine
        .protocol()
        .inspect(
            lock,
            (inspection, problem) -> completing.execute(() -> {
              if (inspection != null && inspection.isLockOrNothing()) {
                inspected.complete(result.apply(inspection));
              } else if (inspection != null) {
                inspected.completeExceptionally(inspection.foreign(lock.name()));
              } else if (problem instanceof Answer.Failed failed) {
                inspected.completeExceptionally(failed.cause());
              } else if (problem instanceof Answer.Unknown unknown) {
                inspected.completeExceptionally(unanswered(lock, unknown));
              }
            }));
    return inspected;
  }

  private static HoldfastClosedException closed(LockId lock) {
    return new HoldfastClosedException(lock.name(), lock + ": this client is closed", null);
  }

  private static LockUnavailableException unanswered(LockId lock, Answer.Unknown unknown) {
    return new LockUnavailableException(
        lock.name(),
        lock + ": no answer from the server (" + unknown.cause().getMessage() + ")",
        unknown.cause());
  }

  private Wish wish(LeaseOptions options) {
    StackRoom.ensure();
    return new Wish(
        options, leaseMillis(options), replicas, origins == null ? Origin.NOBODY : origins.here());
  }

  private long leaseMillis(LeaseOptions options) {
    Duration chosen = options.leaseTime();
    if (chosen == null) {
      return engine.limits().leaseMillis();
    }
    long commandTimeout = engine.limits().commandTimeoutNanos();
    if (options.isRenewed() && chosen.toNanos() / 3 <= commandTimeout) {
      throw new IllegalArgumentException(
          "lease time " + chosen + " is too short to be renewed with a command timeout of "
              + Duration.ofNanos(commandTimeout)
              + ": expected more than three times as much, so that a renewal can be tried"
              + " again; set HoldfastBuilder.commandTimeout, or use LeaseOptions.fixed");
    }
    return chosen.toMillis();
  }
}
