package io.holdfast.spring.observation;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A lease whose end is observed. Thread-safe. */
final class ObservedLease implements Lease {

  private final Lease lease;
  private final Holding holding;

  ObservedLease(Lease lease, Holding holding) {
    this.lease = lease;
    this.holding = holding;
  }

  @Override
  public void close() {
    try {
      lease.close();
    } catch (Throwable e) {
      holding.released(e);
      throw e;
    }
    holding.released(null);
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return lease.releaseAsync().whenComplete((done, failure) -> holding.released(bare(failure)));
  }

  private static @Nullable Throwable bare(@Nullable Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  @Override
  public void leave() {
    lease.leave();
    holding.left();
  }

  @Override
  public void renew(Duration leaseTime) {
    lease.renew(leaseTime);
  }

  @Override
  public CompletableFuture<Void> renewAsync(Duration leaseTime) {
    return lease.renewAsync(leaseTime);
  }

  @Override
  public String lockName() {
    return lease.lockName();
  }

  @Override
  public long token() {
    return lease.token();
  }

  @Override
  public Duration remaining() {
    return lease.remaining();
  }

  @Override
  public boolean isHeld() {
    return lease.isHeld();
  }

  @Override
  public void ensureHeld() {
    lease.ensureHeld();
  }

  @Override
  public CompletionStage<LeaseLoss> lost() {
    return lease.lost();
  }

  @Override
  public String toString() {
    return lease.toString();
  }
}
