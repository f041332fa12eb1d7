package io.holdfast.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw OwnTrace.of(cause);
      }
      throw e;
    }
  }
}
