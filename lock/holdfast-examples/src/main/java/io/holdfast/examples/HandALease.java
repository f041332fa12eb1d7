package io.holdfast.examples;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.ToLongFunction;

/** A lease belongs to whoever has it: taken in one place, used and closed on another thread. */
public final class HandALease {

  private HandALease() {}

  /** Runs {@code work} on {@code worker} once the lock is ours; no thread waits for it meanwhile. */
  public static CompletableFuture<Long> run(
      DistributedLock lock, Executor worker, ToLongFunction<Lease> work) {
    return lock.acquireAsync()
        .thenApplyAsync(
            lease -> {
              try (lease) {
                return work.applyAsLong(lease);
              }
            },
            worker);
  }
}
