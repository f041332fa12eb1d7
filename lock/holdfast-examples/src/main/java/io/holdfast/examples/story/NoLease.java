package io.holdfast.examples.story;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What an actor that skips the lock believes to have. */
final class NoLease implements Lease {

  @Override
  public String lockName() {
    return Story.LOCK;
  }

  @Override
  public long token() {
    return 1;
  }

  @Override
  public Duration remaining() {
    return Story.LEASE_TIME;
  }

  @Override
  public boolean isHeld() {
    return true;
  }

  @Override
  public void ensureHeld() {}

  @Override
  public CompletionStage<LeaseLoss> lost() {
    return new CompletableFuture<>();
  }

  @Override
  public void renew(Duration leaseTime) {}

  @Override
  public CompletableFuture<Void> renewAsync(Duration leaseTime) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    return new CompletableFuture<>();
  }

  @Override
  public void leave() {}

  @Override
  public void close() {}
}
