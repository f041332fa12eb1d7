package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Has leases run out by themselves after the work: the lock is kept, and nobody hears of a loss. */
final class Keeping {

  private static final int TRIES = 5; // an error of the server's may pass
  private static final long PAUSE_NANOS = 100_000_000;

  private final Lease lease;
  private final Supplier<Duration> rest;

  private Keeping(Lease lease, Supplier<Duration> rest) {
    this.lease = lease;
    this.rest = rest;
  }

  /**
   * Lets the lease end after that time. Needs no thread of the client's executor: the caller may have the only one.
   *
   * @param rest how long to keep it, from the moment of the question
   * @throws LeaseLostException if the server no longer knew it, as far as it has answered in time
   * @throws io.holdfast.LockUnavailableException if there was no answer
   * @throws ServerErrorException if it was refused several times
   */
  static void keep(Lease lease, Supplier<Duration> rest) {
    Keeping keeping = new Keeping(lease, rest);
    CompletableFuture<Void> answered = new CompletableFuture<>();
    long quarter = keeping.quarterNanos();
    keeping.leaveBeforeItsEnd(quarter, 3 * quarter, answered);
    try {
      keeping.renew();
      lease.leave();
    } catch (LeaseLostException e) {
      throwUnlessOver(e);
    } catch (IllegalMonitorStateException left) {
      // left in time, before the answer came
    } finally {
      answered.complete(null);
    }
  }

  /** As {@link #keep}, without blocking. */
  static CompletableFuture<Void> keepAsync(Lease lease, Supplier<Duration> rest) {
    Keeping keeping = new Keeping(lease, rest);
    long almost = 3 * keeping.quarterNanos();
    CompletableFuture<Void> answer = keeping.renewAsync(1).copy();
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

  /** Of what may be left: a lease that is left that much before its end is lost to nobody, also not to listeners. */
  private long quarterNanos() {
    return Math.min(lease.remaining().toNanos(), rest.get().toNanos()) / 4;
  }

  /** Not while more is left: then the renewal is not sent yet, and the lease would last for as long as it had. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private void leaveBeforeItsEnd(long quarter, long delay, CompletableFuture<Void> answered) {
    CompletableFuture<Boolean> look = answered.thenApply(none -> false);
    look.completeOnTimeout(true, delay, TimeUnit.NANOSECONDS).thenAccept(isDue -> {
      if (isDue && lease.remaining().toNanos() > 2 * quarter) {
        leaveBeforeItsEnd(quarter, quarter, answered);
      } else if (isDue) {
        lease.leave();
      }
    });
  }

  private void renew() {
    for (int tries = 1; ; tries++) {
      try {
        lease.renew(rest.get());
        return;
      } catch (ServerErrorException e) {
        if (tries == TRIES) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private CompletableFuture<Void> renewAsync(int tries) {
    return lease.renewAsync(rest.get()).exceptionallyCompose(failure -> {
      Throwable cause = FutureCall.unwrapped(failure);
      return cause instanceof ServerErrorException && tries < TRIES
          ? new CompletableFuture<Void>()
              .completeOnTimeout(null, PAUSE_NANOS, TimeUnit.NANOSECONDS)
              .thenCompose(none -> renewAsync(tries + 1))
          : CompletableFuture.failedFuture(cause);
    });
  }

  /** Unless the little that was left of the time is over, and the answer came later. */
  private static void throwUnlessOver(LeaseLostException e) {
    if (e.loss().reason() != LeaseLoss.Reason.DEADLINE_PASSED
        && e.loss().reason() != LeaseLoss.Reason.LEASE_OVER) {
      throw e;
    }
  }
}
