package io.holdfast.spring.locked;

import io.holdfast.Lease;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The locks of one call, acquired without blocking, one after the other in the order of their names. Thread-safe.
 *
 * <p>Whatever happens, {@link #acquire} tells its outcome one day, and nothing is held then unless it says
 * granted; so whoever withdraws waits for it and calls {@link #release}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each ends in a future that somebody has
final class AsyncTurn {

  private final List<Wanted> wanted;
  private final List<Wanted> inOrder;
  private final Held held = new Held();
  private final long startNanos = System.nanoTime();
  private final CompletableFuture<Optional<Wanted>> outcome = new CompletableFuture<>();

  private @Nullable CompletableFuture<?> attempt;
  private volatile @Nullable Thread asking;
  private boolean isWithdrawn;
  private CompletableFuture<Void> called = CompletableFuture.completedFuture(null);

  AsyncTurn(List<Wanted> wanted) {
    this.wanted = wanted;
    this.inOrder = Wanted.inOrder(wanted);
  }

  List<Wanted> wanted() {
    return wanted;
  }

  /** Only to be used between the grant and {@link #release}. */
  Held held() {
    return held;
  }

  long startNanos() {
    return startNanos;
  }

  /**
   * Starts.
   *
   * @param then is told the lock that was refused, or an empty value when all were granted, and these never on the
   *     calling thread: what is done with the locks must not be part of the caller's transaction
   */
  void acquire(BiConsumer<? super Optional<Wanted>, ? super Throwable> then) {
    outcome.whenComplete(then);
    asking = Thread.currentThread();
    next(0);
    asking = null;
  }

  private void next(int index) {
    if (index == inOrder.size()) {
      granted();
      return;
    }
    Wanted one = inOrder.get(index);
    CompletableFuture<Optional<Lease>> now;
    try {
      now = one.acquireAsync(startNanos);
    } catch (Throwable e) {
      end(null, e);
      return;
    }
    boolean isWanted = remember(now);
    now.whenComplete((lease, failure) -> {
      if (failure != null) {
        end(null, failure);
      } else if (Thread.currentThread() == asking) { // it was quicker than we were
        onItsExecutor(now, index, lease);
      } else {
        answered(index, lease);
      }
    });
    if (!isWanted) {
      now.cancel(true);
    }
  }

  /** The client's own, of which a future of its knows. */
  private void onItsExecutor(CompletableFuture<?> now, int index, Optional<Lease> lease) {
    try {
      now.defaultExecutor().execute(() -> answered(index, lease));
    } catch (Throwable e) { // that of another kind of client; ours refuses nothing
      lease.ifPresent(granted -> held.add(inOrder.get(index), granted));
      end(null, e);
    }
  }

  private void answered(int index, Optional<Lease> lease) {
    Wanted one = inOrder.get(index);
    if (lease.isEmpty()) {
      end(one, null);
    } else {
      held.add(one, lease.get());
      next(index + 1);
    }
  }

  private synchronized boolean remember(CompletableFuture<?> now) {
    attempt = now;
    return !isWithdrawn;
  }

  private void granted() {
    try {
      held.ensureHeld(); // the first ones may have been lost while we waited for the last
      if (isWithdrawn()) {
        throw new CancellationException("withdrawn");
      }
      outcome.complete(Optional.empty());
    } catch (Throwable e) {
      end(null, e);
    }
  }

  /** Gives back what was granted so far, then tells. */
  private void end(@Nullable Wanted refused, @Nullable Throwable failure) {
    release().whenComplete((none, loss) -> {
      if (failure != null) {
        outcome.completeExceptionally(FutureCall.unwrapped(failure));
      } else {
        outcome.complete(Optional.ofNullable(refused));
      }
    });
  }

  synchronized boolean isWithdrawn() {
    return isWithdrawn;
  }

  /**
   * The method is about to be called: nothing is released before {@link #leave}.
   *
   * @return false if it must not be called, because the turn was withdrawn
   */
  synchronized boolean enter() {
    if (!isWithdrawn) {
      called = new CompletableFuture<>();
    }
    return !isWithdrawn;
  }

  /** The method has returned. */
  void leave() {
    called().complete(null);
  }

  private synchronized CompletableFuture<Void> called() {
    return called;
  }

  /** Leaves the queue, if it is not too late. */
  void withdraw() {
    CompletableFuture<?> pending;
    synchronized (this) {
      isWithdrawn = true;
      pending = attempt;
    }
    if (pending != null) {
      pending.cancel(true);
    }
  }

  /** Withdraws, and releases what was granted nevertheless, once the method is not being called. */
  CompletableFuture<Void> abandon() {
    withdraw();
    CompletableFuture<Void> released = new CompletableFuture<>();
    CompletableFuture.allOf(outcome, called())
        .whenComplete((done, failure) -> release()
            .whenComplete((none, loss) -> released.complete(null))); // nobody left to be told
    return released;
  }

  /** Releases what is held, once; fails with {@link io.holdfast.LeaseLostException} if it was lost. */
  synchronized CompletableFuture<Void> release() {
    return held.releaseAsync();
  }
}
