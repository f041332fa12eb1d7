package io.holdfast.spring.locked;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A lock that a call needs.
 *
 * @param name of the lock, as the application wrote it
 * @param rule says how to acquire it
 */
record Wanted(String name, LockRule rule) {

  /** Waits on this thread for what is left of the wait time. */
  Optional<Lease> acquire(Holdfast holdfast, long startNanos) throws InterruptedException {
    return holdfast.lock(name).tryAcquire(waitLeft(startNanos), rule.lease());
  }

  /** As {@link #acquire}, without blocking. */
  CompletableFuture<Optional<Lease>> acquireAsync(Holdfast holdfast, long startNanos) {
    return holdfast.lock(name).tryAcquireAsync(waitLeft(startNanos), rule.lease());
  }

  private Duration waitLeft(long startNanos) {
    Duration left = rule.waitTime().minusNanos(System.nanoTime() - startNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
