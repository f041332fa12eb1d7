package io.holdfast.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Every way in which the owner of a future can end it. */
public enum EndOfFuture {
  CANCEL {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      future.cancel(true);
    }
  },
  COMPLETE {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      future.complete(value);
    }
  },
  COMPLETE_ASYNC {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      CompletableFuture<T> unused = future.completeAsync(() -> value);
    }
  },
  COMPLETE_ON_TIMEOUT {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      CompletableFuture<T> unused = future.completeOnTimeout(value, 1, TimeUnit.MILLISECONDS);
    }
  },
  COMPLETE_EXCEPTIONALLY {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      future.completeExceptionally(new TimeoutException("the owner's own"));
    }
  },
  OR_TIMEOUT {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      CompletableFuture<T> unused = future.orTimeout(1, TimeUnit.MILLISECONDS);
    }
  },
  OBTRUDE_VALUE {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      future.obtrudeValue(value);
    }
  },
  OBTRUDE_EXCEPTION {
    @Override
    public <T extends @Nullable Object> void end(CompletableFuture<T> future, T value) {
      future.obtrudeException(new TimeoutException("the owner's own"));
    }
  };

  /** Ends it, now or a moment later; with that value, if with one. */
  public abstract <T extends @Nullable Object> void end(CompletableFuture<T> future, T value);
}
