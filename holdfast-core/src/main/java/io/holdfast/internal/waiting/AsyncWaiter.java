package io.holdfast.internal.waiting;

import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.time.Timers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A future, completed on the user's executor. Whoever cancels it, or ends it otherwise, leaves the queue. */
final class AsyncWaiter<T> extends Waiter {

  private static final long NO_END = Long.MAX_VALUE / 2;

  private final Engine engine;
  private final Delegate delegate;
  private final Function<@Nullable HeldLease, T> result;
  private final long waitNanos;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private volatile Timers.@Nullable Timer timer;

  /**
   * @param result what the future gets for a lease, or for null: refused
   */
  AsyncWaiter(
      Wish wish,
      long enteredNanos,
      long waitNanos,
      String lockName,
      Engine engine,
      Function<@Nullable HeldLease, T> result) {
    super(wish, enteredNanos, waitNanos <= 0);
    this.engine = engine;
    this.delegate = engine.delegate(lockName);
    this.waitNanos = waitNanos;
    this.result = result;
    CompletableFuture<T> unused = future.whenComplete((value, failure) -> ended(failure));
  }

  CompletableFuture<T> future() {
    return future;
  }

  /** Queues up; with a wait time, until it is over. */
  void enter() {
    delegate.enter(this);
    if (waitNanos > 0 && waitNanos < NO_END) {
      long left = waitNanos - (engine.clock().nanos() - enteredNanos());
      timer = engine.timers().after(left, () -> delegate.expire(this));
      if (future.isDone()) {
        cancelTimer();
      }
    }
  }

  private void ended(@Nullable Throwable failure) {
    cancelTimer();
    if (failure != null) {
      delegate.withdraw(this, new CancellationException("cancelled"));
    }
  }

  private void cancelTimer() {
    Timers.Timer pending = timer;
    if (pending != null) {
      pending.cancel();
    }
  }

  @Override
  void granted(HeldLease lease) {
    engine.events().run(() -> {
      if (!lease.isHeld()) {
        enter(); // lost before it got here: a lease that is over is none
      } else if (!future.complete(result.apply(lease))) {
        lease.release(failure -> {}); // cancelled meanwhile: the next one gets it
      }
    });
  }

  @Override
  void refused() {
    engine.events().run(() -> future.complete(result.apply(null)));
  }

  @Override
  void failed(RuntimeException failure) {
    engine.events().run(() -> future.completeExceptionally(failure));
  }
}
