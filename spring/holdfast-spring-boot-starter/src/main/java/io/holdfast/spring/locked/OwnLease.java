package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease that a call acquired, and has to release.
 *
 * @param wanted what it is for
 * @param sinceNanos when it was granted
 */
record OwnLease(Wanted wanted, Lease lease, long sinceNanos) {

  private static final Logger log = LoggerFactory.getLogger(OwnLease.class);
  private static final Duration ANSWERED_SOONER = Duration.ofMinutes(1);

  /**
   * Releases it, or keeps it for what is left of its time; waits for the answer.
   *
   * @param isUsed whether the method was called: only then is it kept
   * @throws LeaseLostException if it was lost
   */
  void release(boolean isUsed, LongSupplier nanoTime) {
    Optional<Duration> toKeep = toKeep(isUsed, nanoTime);
    try {
      if (toKeep.isPresent()) {
        Keeping.keep(lease, toKeep.get());
      } else {
        lease.close();
      }
    } catch (LockUnavailableException | ServerErrorException e) {
      unconfirmed(e);
    }
  }

  /** As {@link #release}, without blocking. */
  CompletableFuture<Void> releaseAsync(boolean isUsed, LongSupplier nanoTime) {
    CompletableFuture<Void> ended;
    try {
      ended = toKeep(isUsed, nanoTime)
          .map(time -> Keeping.keepAsync(lease, time))
          .orElseGet(lease::releaseAsync);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return ended.exceptionally(failure -> {
      Throwable cause = FutureCall.unwrapped(failure);
      if (cause instanceof LockUnavailableException || cause instanceof ServerErrorException) {
        unconfirmed(cause);
        return null;
      }
      throw new CompletionException(cause);
    });
  }

  /**
   * The work was guarded to its end; the clean-up goes on, and ends with the lease at the latest: one that could not be
   * told how long to last is no longer renewed.
   */
  private void unconfirmed(Throwable failure) {
    lease.leave();
    log.warn("lock '{}': its release was not confirmed: {}", lease.lockName(), failure.toString());
  }

  private Optional<Duration> toKeep(boolean isUsed, LongSupplier nanoTime) {
    boolean isHeld = Held.ensureNotLost(lease);
    return isUsed && isHeld ? rest(nanoTime.getAsLong()) : Optional.empty();
  }

  /*
   * For how long to renew it once more. An answer may come later than what is left, and then the
   * client releases what it no longer counts on. It stops counting 1 % (at least 10 ms) before
   * the server does, so that much is added where an answer can be that late.
   */
  private Optional<Duration> rest(long nowNanos) {
    Duration left = wanted.rule().holdAtLeast().minusNanos(nowNanos - sinceNanos);
    if (left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    long millis = left.plusNanos(999_999).toMillis(); // never less than what is left
    return Optional.of(Duration.ofMillis(
        left.compareTo(ANSWERED_SOONER) < 0 ? millis + Math.max(10, millis / 99 + 1) : millis));
  }
}
