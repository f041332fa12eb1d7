package io.holdfast.internal.waiting;

import io.holdfast.internal.tenure.HeldLease;
import io.holdfast.internal.time.Alarm;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A future, completed on the user's executor. Whoever cancels it, or ends it otherwise, leaves the queue. */
final class AsyncWaiter<T> extends Waiter {

  private final Engine engine;
  private final Delegate delegate;
  private final Function<@Nullable HeldLease, T> result;
  private final CompletableFuture<T> future;
  private final Alarm alarm;
  private volatile boolean isAnswered; // by the delegate, whether or not the future knows yet
  private volatile @Nullable HeldLease onItsWay; // through the executor

  /**
   * @param result what the future gets for a lease, or for null: refused
   */
  AsyncWaiter(
      Wish wish,
      long enteredNanos,
      Patience patience,
      Delegate delegate,
      Engine engine,
      Function<@Nullable HeldLease, T> result) {
    super(wish, enteredNanos, patience);
    this.engine = engine;
    this.delegate = delegate;
    this.result = result;
    this.alarm = engine.alarm();
    this.future = new OnExecutor<>(engine.events()::run);
    CompletableFuture<T> unused = future.whenComplete((value, failure) -> ended());
  }

  /** The user's executor is the default one, too: the common pool may be busy with anything. */
  private static final class OnExecutor<T> extends CompletableFuture<T> {

    private final Executor executor;

    OnExecutor(Executor executor) {
      this.executor = executor;
    }

    @Override
    public Executor defaultExecutor() {
      return executor;
    }
  }

  CompletableFuture<T> future() {
    return future;
  }

  /** Queues up; with a wait time, until it is over. */
  void enter() {
    isAnswered = false;
    delegate.enter(this);
    if (patience().isTimed()) {
      alarm.set(patience().leftNanos(waitedNanos()), () -> delegate.expire(this));
    }
    if (future.isDone()) {
      ended();
    }
  }

  private long waitedNanos() {
    return engine.clock().nanos() - enteredNanos();
  }

  /** By us, or by whoever has the future, in whatever way: then nobody waits here any more. */
  private void ended() {
    alarm.cancel();
    HeldLease lease = onItsWay;
    if (!isAnswered) {
      delegate.withdraw(this, new CancellationException("cancelled"));
    } else if (lease != null) {
      lease.release(failure -> {}); // the executor may never get to it
    }
  }

  @Override
  void granted(HeldLease lease) {
    onItsWay = lease;
    isAnswered = true;
    engine.events().run(() -> {
      onItsWay = null;
      if (!future.isDone() && !lease.isHeld()) {
        lostOnTheWay(lease);
      } else if (!future.complete(result.apply(lease))) {
        lease.release(failure -> {}); // cancelled meanwhile: the next one gets it
      }
    });
    if (future.isDone()) {
      ended(); // perhaps before it could know of the lease
    }
  }

  /** A lease that is over is none: asks again, while there is time for it. */
  private void lostOnTheWay(HeldLease lease) {
    long waited = waitedNanos();
    if (patience().isOver(waited) || waited >= engine.limits().unavailableAfterNanos()) {
      future.completeExceptionally(overOnItsWay(lease, waited));
    } else {
      enter();
    }
  }

  @Override
  void refused() {
    isAnswered = true;
    engine.events().run(() -> future.complete(result.apply(null)));
  }

  @Override
  void failed(RuntimeException failure) {
    isAnswered = true;
    engine.events().run(() -> future.completeExceptionally(failure));
  }
}
