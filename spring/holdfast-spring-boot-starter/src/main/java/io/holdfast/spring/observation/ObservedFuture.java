package io.holdfast.spring.observation;

import io.holdfast.Lease;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The future of an observed wait. It stands for the future of the lock in both directions: whoever ends
 * it before the grant leaves the queue, and a lease that comes too late is released.
 */
final class ObservedFuture {

  private ObservedFuture() {}

  /**
   * @param ask asks the lock
   * @param observed what the caller gets for what the lock gave; ends the wait
   * @param leaseIn the lease to release if the caller no longer wants it
   */
  static <T> CompletableFuture<T> of(
      Waiting waiting,
      Supplier<CompletableFuture<T>> ask,
      Function<T, T> observed,
      Function<T, Optional<Lease>> leaseIn) {
    CompletableFuture<T> asked;
    try {
      asked = ask.get();
    } catch (Throwable e) { // bad options
      waiting.failed(e);
      throw e;
    }
    CompletableFuture<T> given = new CompletableFuture<>() {
      @Override
      public Executor defaultExecutor() {
        return asked.defaultExecutor();
      }
    };
    var unusedTold = asked.whenComplete((value, failure) -> {
      if (failure == null) {
        T result = observed.apply(value);
        if (!given.complete(result)) {
          leaseIn.apply(result).ifPresent(ObservedFuture::release);
        }
      } else {
        waiting.failed(bare(failure));
        given.completeExceptionally(bare(failure));
      }
    });
    // However its owner ends it. No effect if the end came from there.
    var unusedLeft = given.whenComplete((value, failure) -> asked.cancel(false));
    return given;
  }

  private static void release(Lease lease) {
    var unused = lease.releaseAsync(); // nobody is there to hear how it went
  }

  private static Throwable bare(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
