package io.holdfast.verification.subject;

import io.holdfast.DistributedLock;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseView;
import io.holdfast.verification.history.End;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Holdfast by thread.
 *
 * @param lock the lock
 * @param lease the lease behind this thread's hold
 */
record HoldfastThreadGrip(DistributedLock lock, LeaseView lease) implements Grip {

  @Override
  public long token() {
    return lease.token();
  }

  @Override
  public Belief look() {
    return look(lease);
  }

  /** The clock is read first: what remains is then counted from too early, never from too late. */
  static Belief look(LeaseView lease) {
    long now = System.nanoTime();
    long remaining = lease.remaining().toNanos();
    boolean isHeld = lease.isHeld();
    LeaseLoss loss = lease.lost().toCompletableFuture().getNow(null);
    boolean isByDeadline = loss == null
        || loss.reason() == Reason.DEADLINE_PASSED
        || loss.reason() == Reason.LEASE_OVER;
    return new Belief(isHeld, now, now + remaining, isByDeadline);
  }

  @Override
  public void whenLost(Consumer<String> told) {
    whenLost(lease, told);
  }

  static void whenLost(LeaseView lease, Consumer<String> told) {
    CompletionStage<Void> unused =
        lease.lost().thenAccept(loss -> told.accept(loss.reason().name()));
  }

  @Override
  public long reenter() {
    lock.lock();
    return lock.current().map(LeaseView::token).orElse(0L);
  }

  @Override
  public End leave() {
    return unlock();
  }

  @Override
  public End release() {
    return unlock();
  }

  private End unlock() {
    try {
      lock.unlock();
      return End.RELEASED;
    } catch (IllegalMonitorStateException e) { // a LeaseLostException, or what is owed after it
      return End.LOST;
    }
  }
}
