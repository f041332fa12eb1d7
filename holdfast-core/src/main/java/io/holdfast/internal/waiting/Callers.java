package io.holdfast.internal.waiting;

import io.holdfast.HoldfastClosedException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.protocol.Inspection;
import io.holdfast.internal.tenure.HeldLease;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How callers enter the queue of a lock: blocking, blocking whatever interrupts, or by a future. Thread-safe. */
public final class Callers {

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE / 2);

  private final Engine engine;
  private final int replicas;

  public Callers(Engine engine) {
    this(engine, 0);
  }

  private Callers(Engine engine, int replicas) {
    this.engine = engine;
    this.replicas = replicas;
  }

  /** The same for callers whose grants so many replicas are to acknowledge. */
  public Callers acknowledgedBy(int wanted) {
    return new Callers(engine, wanted);
  }

  public int replicas() {
    return replicas;
  }

  /** Waits without end. */
  public HeldLease acquire(String lockName, LeaseOptions options) throws InterruptedException {
    while (true) {
      HeldLease lease = acquire(lockName, options, FOR_EVER);
      if (lease != null) {
        return lease;
      }
    }
  }

  /** Waits without end; an interrupt is kept for later. */
  public HeldLease acquireUninterruptibly(String lockName, LeaseOptions options) {
    Wish wish = wish(options);
    while (true) {
      BlockingWaiter waiter = new BlockingWaiter(wish, now(), false);
      engine.delegate(lockName).enter(waiter);
      waiter.awaitUninterruptibly();
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
  public @Nullable HeldLease acquire(String lockName, LeaseOptions options, Duration wait)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Wish wish = wish(options);
    long waitNanos = nanos(wait);
    long entered = now();
    while (true) {
      Delegate delegate = engine.delegate(lockName);
      BlockingWaiter waiter = new BlockingWaiter(wish, entered, waitNanos <= 0);
      delegate.enter(waiter);
      try {
        if (waitNanos > 0 && !waiter.await(waitNanos - (now() - entered), engine.clock())) {
          delegate.expire(waiter);
        }
        waiter.await(Long.MAX_VALUE / 2, engine.clock());
      } catch (InterruptedException e) {
        leave(delegate, waiter);
        throw e;
      }
      HeldLease lease = waiter.answer();
      if (lease == null || lease.isHeld()) {
        return lease;
      } // lost before its caller awoke: a lease that is over is none
      if (waitNanos - (now() - entered) <= 0) {
        return null;
      }
    }
  }

  /** Whether it is free now. Not interruptible: one answer is awaited, no longer. */
  public @Nullable HeldLease acquireNow(String lockName, LeaseOptions options) {
    Wish wish = wish(options);
    BlockingWaiter waiter = new BlockingWaiter(wish, now(), true);
    engine.delegate(lockName).enter(waiter);
    waiter.awaitUninterruptibly();
    HeldLease lease = waiter.answer();
    return lease != null && lease.isHeld() ? lease : null;
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
      String lockName,
      LeaseOptions options,
      @Nullable Duration wait,
      Function<@Nullable HeldLease, T> result) {
    long waitNanos = wait == null ? Long.MAX_VALUE / 2 : nanos(wait);
    AsyncWaiter<T> waiter =
        new AsyncWaiter<>(wish(options), now(), waitNanos, lockName, engine, result);
    waiter.enter();
    return waiter.future();
  }

  /** Ends whatever holds the lock; whether anything did. */
  public boolean force(String lockName) {
    return join(forceWith(lockName, Runnable::run));
  }

  /** As {@link #force}, by a future. */
  public CompletableFuture<Boolean> forceAsync(String lockName) {
    return forceWith(lockName, engine.events()::run);
  }

  private CompletableFuture<Boolean> forceWith(String lockName, Executor completing) {
    ensureOpen(lockName);
    CompletableFuture<Boolean> forced = new CompletableFuture<>();
    engine
        .delegate(lockName)
        .force(answer -> completing.execute(() -> {
          if (answer instanceof Answer.Failed failed) {
            forced.completeExceptionally(failed.cause());
          } else if (answer instanceof Answer.Unknown unknown) {
            forced.completeExceptionally(unanswered(lockName, unknown));
          } else {
            forced.complete(answer instanceof Answer.Released);
          }
        }));
    return forced;
  }

  public Inspection inspect(String lockName) {
    ensureOpen(lockName);
    CompletableFuture<Inspection> answer = new CompletableFuture<>();
    engine.protocol().inspect(lockName, (inspection, problem) -> {
      if (inspection != null) {
        answer.complete(inspection);
      } else if (problem instanceof Answer.Failed failed) {
        answer.completeExceptionally(failed.cause());
      } else if (problem instanceof Answer.Unknown unknown) {
        answer.completeExceptionally(unanswered(lockName, unknown));
      }
    });
    return join(answer).ensureLock(lockName);
  }

  private static <T> T join(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void ensureOpen(String lockName) {
    if (engine.closed().get()) {
      throw new HoldfastClosedException("lock '" + lockName + "': this client is closed");
    }
  }

  private static LockUnavailableException unanswered(String lockName, Answer.Unknown unknown) {
    return new LockUnavailableException(
        "lock '" + lockName + "': no answer from the server (" + unknown.cause().getMessage() + ")",
        unknown.cause());
  }

  private Wish wish(LeaseOptions options) {
    return new Wish(options, leaseMillis(options), replicas);
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

  private long now() {
    return engine.clock().nanos();
  }

  private static long nanos(Duration wait) {
    if (wait.isNegative()) {
      return 0;
    }
    return wait.compareTo(FOR_EVER) >= 0 ? Long.MAX_VALUE / 2 : wait.toNanos();
  }
}
