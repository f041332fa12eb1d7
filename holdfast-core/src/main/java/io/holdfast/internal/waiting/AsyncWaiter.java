package io.holdfast.internal.waiting;

import io.holdfast.LeaseOptions;
import io.holdfast.internal.Events;
import io.holdfast.internal.tenure.HeldLease;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A future, completed on the user's executor. */
final class AsyncWaiter<T> extends Waiter {

  private final Delegate delegate;
  private final Events events;
  private final Function<@Nullable HeldLease, T> result;
  private final CompletableFuture<T> future = new CompletableFuture<>();

  /**
   * @param result what the future gets for a lease, or for null: refused
   */
  AsyncWaiter(
      LeaseOptions options,
      long leaseMillis,
      long enteredNanos,
      boolean isOnce,
      Delegate delegate,
      Events events,
      Function<@Nullable HeldLease, T> result) {
    super(options, leaseMillis, enteredNanos, isOnce);
    this.delegate = delegate;
    this.events = events;
    this.result = result;
  }

  /** The future; whoever cancels it, or ends it in another way, leaves the queue. */
  CompletableFuture<T> future() {
    onFailure(() -> delegate.withdraw(this, new CancellationException("cancelled")));
    return future;
  }

  /** Runs the task when the future is done, whatever it got. */
  void onEnd(Runnable task) {
    CompletableFuture<T> unused = future.whenComplete((value, failure) -> task.run());
  }

  private void onFailure(Runnable task) {
    CompletableFuture<T> unused = future.whenComplete((value, failure) -> {
      if (failure != null) {
        task.run();
      }
    });
  }

  @Override
  void granted(HeldLease lease) {
    events.run(() -> {
      if (!lease.isHeld()) {
        delegate.enter(this); // lost before it got here: a lease that is over is none
      } else if (!future.complete(result.apply(lease))) {
        lease.release(failure -> {}); // cancelled meanwhile: the next one gets it
      }
    });
  }

  @Override
  void refused() {
    events.run(() -> future.complete(result.apply(null)));
  }

  @Override
  void failed(RuntimeException failure) {
    events.run(() -> future.completeExceptionally(failure));
  }
}
