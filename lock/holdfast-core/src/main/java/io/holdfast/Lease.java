package io.holdfast;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * One caller's turn with a lock. Whoever has this object owns the lock: any thread, virtual thread or
 * callback may use and close it. Thread-safe.
 */
public interface Lease extends LeaseView, AutoCloseable {

  /**
   * Sets what is left, now, and waits for the answer. A lease of {@link LeaseOptions#renewed()} goes on being renewed,
   * with that lease time; a fixed one ends that much later than now.
   *
   * @param leaseTime what is left from now on
   * @throws IllegalArgumentException under 10 ms, or over 24 hours unless the lease is one of {@link
   *     LeaseOptions#fixedForLong} that was
   * @throws LeaseLostException if the lease is lost, or the server no longer knows it
   * @throws LockUnavailableException if there was no answer. The lease goes on with what it had; if it was to become
   *     shorter and that may have been done, with the shorter time, until a later answer says more
   * @throws ServerErrorException if the server answered with an error; the lease goes on with what it had
   */
  void renew(Duration leaseTime);

  /**
   * As {@link #renew}, without blocking. A wrong lease time is thrown at once.
   *
   * @param leaseTime what is left from now on
   * @return completes with the answer, exceptionally with what {@code renew} would throw
   */
  CompletableFuture<Void> renewAsync(Duration leaseTime);

  /**
   * Releases without blocking.
   *
   * @return completes when the server has answered, or at once when the lock went to the next local caller;
   *     exceptionally with {@link LeaseLostException} if the lease was lost and nothing has said so yet, with {@link
   *     LockUnavailableException} if there was no answer
   */
  CompletableFuture<Void> releaseAsync();

  /**
   * Stops renewing and lets the lease run out by itself: nobody gets the lock before. For work that
   * must not run again too soon. Afterwards {@link #close()} does nothing.
   */
  void leave();

  /**
   * Releases the lock, once. A second call does nothing.
   *
   * @throws LeaseLostException if the lease was lost and nothing has thrown that yet: neither {@link
   *     #lost()} nor {@link #isHeld()} count as having told you
   * @throws LockUnavailableException if the server did not answer; the clean-up goes on
   */
  @Override
  void close();
}
