package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockState;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Leases that end before their holder ends them, and what others can see of them. */
abstract class LossContract extends ContractFixture {

  @Test
  void fixedLease_over_isTold() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    LeaseLoss loss = await(lease.lost());
    assertThat(loss.reason()).isEqualTo(Reason.LEASE_OVER);
    assertThat(loss.lockName()).isEqualTo(name);
    assertThat(loss.token()).isEqualTo(lease.token());
    assertThat(lease.isHeld()).isFalse();
    assertThat(lease.remaining()).isZero();
    assertThatThrownBy(lease::ensureHeld)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(Long.toString(lease.token()));
    lease.close(); // ensureHeld has said so already
    assertFree();
  }

  @Test
  void close_afterTheLeaseIsOver_throwsOnce() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    Lease next = bobs.tryAcquire(PATIENCE).orElseThrow();
    assertThatThrownBy(lease::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(Reason.LEASE_OVER));
    lease.close();
    assertThat(next.isHeld()).isTrue();
    assertThat(alices.isLocked()).isTrue();
    next.close();
  }

  @Test
  void releaseAsync_afterTheLeaseIsOver_failsWithLeaseLost() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    bobs.tryAcquire(PATIENCE).orElseThrow().close();
    assertThatThrownBy(() -> await(lease.releaseAsync()))
        .hasCauseInstanceOf(LeaseLostException.class);
  }

  @Test
  void renew_afterTheLeaseIsOver_throwsLeaseLost() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    await(lease.lost());
    assertThatThrownBy(() -> lease.renew(LONG)).isInstanceOf(LeaseLostException.class);
    assertFree();
  }

  @Test
  void lost_ofALeaseReleasedInTime_neverCompletes() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(SHORT));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    lease.close();
    try (Lease next = bobs.acquire()) {
      assertThat(alices.tryAcquire(SHORT.multipliedBy(2))).isEmpty();
      assertThat(next.isHeld()).isTrue();
    }
    assertThat(lost).isNotDone();
  }

  @Test
  void forceRelease_ofOwnClientsLease_tellsTheHolderFirst() throws Exception {
    Lease lease = alices.acquire();
    CompletableFuture<Boolean> wasHeldWhenBobGotIt = bobs.acquireAsync().thenApply(next -> {
      boolean isStillHeld = lease.isHeld();
      next.close();
      return isStillHeld;
    });
    assertThat(alices.forceRelease()).isTrue();
    assertThat(lease.isHeld()).isFalse();
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.FORCED);
    assertThat(await(wasHeldWhenBobGotIt)).isFalse();
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    assertFree();
  }

  @Test
  void forceRelease_ofAHoldByThread_makesUnlockThrow() {
    alices.lock();
    assertThat(alices.forceRelease()).isTrue();
    assertThat(alices.holdCount()).isZero();
    assertThatThrownBy(alices::unlock).isInstanceOf(LeaseLostException.class);
    assertFree();
  }

  @Test
  void forceRelease_byAnotherClient_isToldByTheNextRenewal() throws Exception {
    Lease lease = alices.acquire();
    assertThat(bobs.forceRelease()).isTrue();
    assertFree();
    assertThatThrownBy(() -> lease.renew(LONG)).isInstanceOf(LeaseLostException.class);
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void forceRelease_byAnotherClient_isToldByTheRelease() throws Exception {
    Lease lease = alices.acquire();
    assertThat(bobs.forceRelease()).isTrue();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    lease.close();
  }

  @Test
  void forceRelease_ofAFreeLock_isFalse() {
    assertThat(alices.forceRelease()).isFalse();
  }

  @Test
  void inspection_ofAFreeLock_showsNothing() throws Exception {
    assertThat(alices.inspect()).isEmpty();
    assertThat(await(alices.inspectAsync())).isEmpty();
    assertThat(alices.isLocked()).isFalse();
    assertThat(alices.remainingLeaseTime()).isZero();
  }

  @Test
  void inspection_ofAHeldLock_showsItsHolder() throws Exception {
    try (Lease lease = alices.acquire()) {
      LockState state = bobs.inspect().orElseThrow();
      assertThat(state.lockName()).isEqualTo(name);
      assertThat(state.holder()).matches(".+:\\d+");
      assertThat(state.baseToken()).isPositive().isLessThanOrEqualTo(lease.token());
      Instant now = Instant.now();
      assertThat(state.since().orElseThrow()).isBetween(now.minusSeconds(60), now.plusSeconds(5));
      assertThat(state.until().orElseThrow()).isBetween(now, now.plusSeconds(35));
      assertThat(alices.inspect().map(LockState::holder)).contains(state.holder());
      assertThat(await(bobs.inspectAsync()).map(LockState::holder)).contains(state.holder());
      assertThat(bobs.isLocked()).isTrue();
      assertThat(bobs.remainingLeaseTime())
          .isPositive()
          .isLessThanOrEqualTo(Duration.ofSeconds(30));
    }
  }
}
