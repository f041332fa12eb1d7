package io.holdfast.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Futures of the engine's own, and blocking calls that wait for one. */
public final class Futures {

  private Futures() {}

  /** Null for all is well. */
  public static void complete(
      CompletableFuture<@Nullable Void> done, @Nullable RuntimeException failure) {
    if (failure == null) {
      done.complete(null);
    } else {
      done.completeExceptionally(failure);
    }
  }

  /** Waits without minding interrupts. Throws what failed, with the calling thread's own trace. */
  public static <T extends @Nullable Object> T join(CompletableFuture<T> answer) {
    try {
      try {
        return answer.join();
      } catch (RejectedExecutionException e) { // from a pool that has no thread to take over
        await(answer);
        return answer.join();
      }
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw OwnTrace.of(cause);
      }
      throw e;
    }
  }

  private static void await(CompletableFuture<?> answer) {
    Thread thread = Thread.currentThread();
    boolean wasInterrupted = false;
    CompletableFuture<?> unused =
        answer.whenComplete((value, failure) -> LockSupport.unpark(thread));
    while (!answer.isDone()) {
      LockSupport.park(answer);
      wasInterrupted |= Thread.interrupted();
    }
    if (wasInterrupted) {
      thread.interrupt();
    }
  }
}
