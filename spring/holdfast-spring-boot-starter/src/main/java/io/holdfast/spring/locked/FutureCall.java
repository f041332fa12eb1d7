package io.holdfast.spring.locked;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call whose work is over when its future is done. Blocks nobody. */
@SuppressWarnings("FutureReturnValueIgnored") // each ends in a future that somebody has
final class FutureCall {

  private static final Logger log = LoggerFactory.getLogger(FutureCall.class);

  private final LockedCall call;
  private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

  FutureCall(LockedCall call) {
    this.call = call;
  }

  CompletableFuture<@Nullable Object> run() {
    AsyncTurn turn;
    try {
      turn = new AsyncTurn(call.wanted());
    } catch (Throwable e) {
      return CompletableFuture.failedFuture(e);
    }
    turn.acquire((refused, failure) -> {
      if (failure != null) {
        result.completeExceptionally(unwrapped(failure));
      } else if (result.isDone()) { // ended by its owner, a moment too late for withdraw
        turn.release();
      } else {
        answer(turn, refused);
      }
    });
    // However it ends: by its owner in any way, or by us, and then there is nothing left to
    // withdraw.
    result.whenComplete((value, failure) -> turn.withdraw());
    return result;
  }

  private void answer(AsyncTurn turn, Optional<Wanted> refused) {
    CompletionStage<?> work = work(turn, refused);
    result.whenComplete((value, failure) -> {
      if (result.isCancelled()) {
        cancel(work);
      }
    });
    try {
      work.whenComplete((value, failure) -> end(turn, value, failure));
    } catch (Throwable e) {
      end(turn, null, e); // what cannot be waited for
    }
  }

  private void end(AsyncTurn turn, @Nullable Object value, @Nullable Throwable failure) {
    turn.release().whenComplete((none, loss) -> {
      if (failure == null && loss == null) {
        result.complete(value);
      } else {
        result.completeExceptionally(worse(failure, loss));
      }
    });
  }

  /** If it can be: a stage need not be a future, and then it keeps its lock until it is done. */
  private static void cancel(CompletionStage<?> work) {
    try {
      work.toCompletableFuture().cancel(true);
    } catch (Throwable e) {
      log.debug("work that cannot be cancelled goes on under its locks", e);
    }
  }

  private CompletionStage<?> work(AsyncTurn turn, Optional<Wanted> refused) {
    try {
      Object stage = refused.isPresent()
          ? call.refused(refused.get(), turn.startNanos())
          : call.proceed(turn.wanted(), turn.held());
      return stage == null ? CompletableFuture.completedFuture(null) : (CompletionStage<?>) stage;
    } catch (Throwable e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The work's own failure first; a loss goes with it. */
  private static Throwable worse(@Nullable Throwable failure, @Nullable Throwable loss) {
    if (failure == null) {
      return unwrapped(loss == null ? new IllegalStateException("no failure") : loss);
    }
    Throwable cause = unwrapped(failure);
    if (loss != null) {
      cause.addSuppressed(unwrapped(loss));
    }
    return cause;
  }

  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
