package io.holdfast.spring.locked;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease that a call acquired, and has to release. Thread-safe. */
final class OwnLease {

  private static final Logger log = LoggerFactory.getLogger(OwnLease.class);
  private static final Duration ANSWERED_SOONER = Duration.ofMinutes(1);

  private final String client;
  private final Lease lease;
  private final long sinceNanos;
  private Duration holdAtLeast; // since then

  /** Of a lock that was wanted, and granted at that moment. */
  OwnLease(Wanted wanted, Lease lease, long sinceNanos) {
    this.client = wanted.client().getBeanName();
    this.lease = lease;
    this.sinceNanos = sinceNanos;
    this.holdAtLeast = wanted.rule().holdAtLeast();
  }

  /** The bean name of the client that has it. */
  String client() {
    return client;
  }

  Lease lease() {
    return lease;
  }

  /** An inner call that has joined it wants it to be kept for that long from now on. */
  synchronized void holdAtLeast(Duration time, long nowNanos) {
    Duration sinceTheGrant = time.plusNanos(nowNanos - sinceNanos);
    if (!time.isZero() && sinceTheGrant.compareTo(holdAtLeast) > 0) {
      holdAtLeast = sinceTheGrant;
    }
  }

  /**
   * Releases it, or keeps it for what is left of its time; waits for the answer.
   *
   * @param isUsed whether the method was called: only then is it kept
   * @throws LeaseLostException if it was lost
   */
  void release(boolean isUsed, LongSupplier nanoTime) {
    boolean isToBeKept = isToBeKept(isUsed, nanoTime);
    try {
      if (isToBeKept) {
        Keeping.keep(lease, () -> rest(nanoTime));
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
      ended = isToBeKept(isUsed, nanoTime)
          ? Keeping.keepAsync(lease, () -> rest(nanoTime))
          : lease.releaseAsync();
    } catch (Throwable e) {
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

  private boolean isToBeKept(boolean isUsed, LongSupplier nanoTime) {
    boolean isHeld = Held.ensureNotLost(lease);
    return isUsed && isHeld && left(nanoTime).toNanos() > 0;
  }

  private synchronized Duration left(LongSupplier nanoTime) {
    return holdAtLeast.minusNanos(nanoTime.getAsLong() - sinceNanos);
  }

  /*
   * For how long to renew it once more. An answer may come later than what is left, and then the
   * client releases what it no longer counts on. It stops counting 1 % (at least 10 ms) before
   * the server does, so that much is added where an answer can be that late.
   */
  private Duration rest(LongSupplier nanoTime) {
    Duration left = left(nanoTime);
    long millis = Math.max(1, left.plusNanos(999_999).toMillis()); // never less than what is left
    return Duration.ofMillis(
        left.compareTo(ANSWERED_SOONER) < 0 ? millis + Math.max(10, millis / 99 + 1) : millis);
  }
}
