package io.holdfast.internal.leading;

import io.holdfast.LeadershipEnd;
import io.holdfast.LeadershipEnd.Cause;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseView;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One time in the lead, from grant to end. As a view of its lease it is over when the leadership is,
 * which may be before the lease is released. Thread-safe: the first end counts.
 */
final class Term implements LeaseView {

  private final Lease lease;
  private final CompletableFuture<LeadershipEnd> end = new CompletableFuture<>();

  Term(Lease lease) {
    this.lease = lease;
  }

  /** From now on the term ends with its lease. */
  void endWithLease() {
    CompletionStage<Void> unused = lease.lost().thenAccept(loss -> {
      boolean closed = loss.reason() == LeaseLoss.Reason.CLOSED;
      end(closed ? Cause.CLIENT_CLOSED : Cause.LEASE_LOST, loss.detail());
    });
  }

  void end(Cause cause, String detail) {
    end.complete(new LeadershipEnd(lease.lockName(), lease.token(), cause, detail));
  }

  /** Calls back once, when the term is over; at once if it is. */
  void whenOver(Consumer<LeadershipEnd> then) {
    CompletableFuture<Void> unused = end.thenAccept(then);
  }

  CompletableFuture<Void> release() {
    return lease.releaseAsync();
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
    return end.isDone() ? Duration.ZERO : lease.remaining();
  }

  @Override
  public boolean isHeld() {
    return !end.isDone() && lease.isHeld();
  }

  @Override
  public void ensureHeld() {
    lease.ensureHeld();
    if (end.isDone()) {
      throw new IllegalMonitorStateException(end.join().toString());
    }
  }

  @Override
  public CompletionStage<LeaseLoss> lost() {
    return lease.lost();
  }

  @Override
  public String toString() {
    return "Term[" + lease + "]";
  }
}
