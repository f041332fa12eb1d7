package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Has leases run out by themselves after the work: the lock is kept, and nobody hears of a loss. */
final class Keeping {

  private Keeping() {}

  /**
   * Lets the lease end after that time.
   *
   * @throws LeaseLostException if the server no longer knew it, as far as it has answered in time
   * @throws io.holdfast.LockUnavailableException if there was no answer
   */
  static void keep(Lease lease, Duration time) {
    try {
      awaitAlmostToItsEnd(lease, lease.renewAsync(time));
      lease.ensureHeld();
      lease.leave();
    } catch (LeaseLostException e) {
      throwUnlessOver(e);
    }
  }

  /** As {@link #keep}, without blocking. */
  static CompletableFuture<Void> keepAsync(Lease lease, Duration time) {
    CompletableFuture<Void> answer = lease.renewAsync(time).copy();
    long almost = lease.remaining().multipliedBy(3).dividedBy(4).toNanos();
    return answer.completeOnTimeout(null, almost, TimeUnit.NANOSECONDS).handle((none, failure) -> {
      try {
        if (failure == null) {
          lease.ensureHeld();
          lease.leave();
        } else if (FutureCall.unwrapped(failure) instanceof LeaseLostException loss) {
          throwUnlessOver(loss);
        } else {
          throw new CompletionException(FutureCall.unwrapped(failure));
        }
      } catch (LeaseLostException e) {
        throwUnlessOver(e);
      }
      return null;
    });
  }

  /** Unless the little that was left of the time is over, and the answer came later. */
  private static void throwUnlessOver(LeaseLostException e) {
    if (e.loss().reason() != LeaseLoss.Reason.DEADLINE_PASSED
        && e.loss().reason() != LeaseLoss.Reason.LEASE_OVER) {
      throw e;
    }
  }

  /** For three quarters of what is left: a lease that is left in time is lost to nobody, also not to listeners. */
  private static void awaitAlmostToItsEnd(Lease lease, CompletableFuture<Void> answer) {
    Duration reserve = lease.remaining().dividedBy(4);
    Duration left = lease.remaining().minus(reserve);
    while (left.toNanos() > 0) {
      try {
        answer.get(left.toNanos(), TimeUnit.NANOSECONDS);
        return;
      } catch (TimeoutException e) {
        left = lease.remaining().minus(reserve); // by the lease's own clock
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return; // it is sent; only the answer is not awaited
      }
    }
  }
}
