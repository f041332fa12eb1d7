package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The forms in which the thread is the owner. */
abstract class ThreadContract extends ContractFixture {

  @Test
  void lock_thenUnlock_holdsInBetween() {
    alices.lock();
    assertThat(alices.isHeldByCurrentThread()).isTrue();
    assertThat(alices.holdCount()).isEqualTo(1);
    assertThat(bobs.isLocked()).isTrue();
    alices.unlock();
    assertThat(alices.isHeldByCurrentThread()).isFalse();
    assertThat(alices.holdCount()).isZero();
    assertThat(alices.current()).isEmpty();
    assertThat(bobs.isLocked()).isFalse();
  }

  @Test
  void lock_reentered_countsAndKeepsItsToken() throws Exception {
    DistributedLock sameName = alice.lock(name);
    alices.lock();
    LeaseView outer = alices.current().orElseThrow();
    sameName.lock();
    alices.lockInterruptibly();
    assertThat(sameName.tryLock()).isTrue();
    assertThat(alices.tryLock(1, TimeUnit.SECONDS)).isTrue();
    assertThat(alices.tryLock(LONG)).isTrue();
    assertThat(alices.tryLock(LONG, LONG)).isTrue();
    alices.lock(LONG);
    alices.lockInterruptibly(LONG);
    assertThat(alices.holdCount()).isEqualTo(9);
    assertThat(sameName.holdCount()).isEqualTo(9);
    assertThat(sameName.current().orElseThrow().token()).isEqualTo(outer.token());
    for (int left = 8; left >= 0; left--) {
      assertThat(bobs.isLocked()).isTrue();
      alices.unlock();
      assertThat(alices.holdCount()).isEqualTo(left);
    }
    assertThat(bobs.isLocked()).isFalse();
  }

  @Test
  void lockWithLeaseTime_reentered_keepsTheFirstLeaseTime() {
    alices.lock(Duration.ofSeconds(5));
    LeaseView view = alices.current().orElseThrow();
    assertThat(view.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
    alices.lock(LONG);
    assertThat(alices.current().orElseThrow().remaining())
        .isLessThanOrEqualTo(Duration.ofSeconds(5));
    alices.unlock();
    alices.unlock();
    assertFree();
  }

  @Test
  void lock_heldByAnotherThreadOfTheClient_waits() throws Exception {
    alices.lock();
    Caller<Integer> waiter = Caller.startWaiting(() -> {
      alices.lock();
      int count = alices.holdCount();
      alices.unlock();
      return count;
    });
    assertThat(elsewhere(alices::isHeldByCurrentThread)).isFalse();
    assertThat(elsewhere(() -> alices.current().isPresent())).isFalse();
    assertThat(waiter.isDone()).isFalse();
    alices.unlock();
    assertThat(waiter.outcome()).isEqualTo(1);
    assertFree();
  }

  @Test
  void lock_interruptedWhileWaiting_finishesAndRestoresTheFlag() throws Exception {
    Lease lease = bobs.acquire();
    Caller<Boolean> waiter = Caller.startWaiting(() -> {
      alices.lock();
      boolean flag = Thread.currentThread().isInterrupted();
      alices.unlock();
      return flag;
    });
    waiter.interrupt();
    assertThat(alices.tryLock(SHORT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    waiter.awaitWaiting();
    lease.close();
    assertThat(waiter.outcome()).isTrue();
    assertFree();
  }

  @Test
  void lockWithLeaseTime_calledWithTheFlagSet_finishesAndRestoresTheFlag() throws Exception {
    boolean flag = elsewhere(() -> {
      Thread.currentThread().interrupt();
      alices.lock(LONG);
      boolean kept = Thread.currentThread().isInterrupted();
      alices.unlock();
      return kept;
    });
    assertThat(flag).isTrue();
    assertFree();
  }

  @Test
  void lockInterruptibly_interruptedWhileWaiting_throwsAndLeavesNothing() throws Exception {
    Lease lease = alices.acquire();
    Caller<Boolean> lock = Caller.startWaiting(() -> {
      bobs.lockInterruptibly();
      return true;
    });
    Caller<Boolean> timed =
        Caller.startWaiting(() -> bobs.tryLock(LONG.toSeconds(), TimeUnit.SECONDS));
    Caller<Boolean> fixed = Caller.startWaiting(() -> bobs.tryLock(LONG, LONG));
    Caller<Boolean> lockFixed = Caller.startWaiting(() -> {
      bobs.lockInterruptibly(LONG);
      return true;
    });
    Caller<Boolean> timedRenewed = Caller.startWaiting(() -> bobs.tryLock(LONG));
    lockFixed.interrupt();
    timedRenewed.interrupt();
    lock.interrupt();
    timed.interrupt();
    fixed.interrupt();
    assertThatThrownBy(lock::outcome).hasCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(timed::outcome).hasCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(fixed::outcome).hasCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(lockFixed::outcome).hasCauseInstanceOf(InterruptedException.class);
    assertThatThrownBy(timedRenewed::outcome).hasCauseInstanceOf(InterruptedException.class);
    lease.close();
    assertFree();
  }

  @Test
  void lockInterruptibly_calledWithTheFlagSet_throwsAtOnce() {
    Caller<Boolean> caller = Caller.start(() -> {
      Thread.currentThread().interrupt();
      alices.lockInterruptibly();
      return true;
    });
    assertThatThrownBy(caller::outcome).hasCauseInstanceOf(InterruptedException.class);
    Caller<Boolean> fixed = Caller.start(() -> {
      Thread.currentThread().interrupt();
      alices.lockInterruptibly(LONG);
      return true;
    });
    assertThatThrownBy(fixed::outcome).hasCauseInstanceOf(InterruptedException.class);
    assertFree();
  }

  @Test
  void lockInterruptibly_withLeaseTime_isNotRenewed() throws Exception {
    alices.lockInterruptibly(Duration.ofSeconds(5));
    assertThat(alices.current().orElseThrow().remaining())
        .isPositive()
        .isLessThanOrEqualTo(Duration.ofSeconds(5));
    alices.unlock();
    assertFree();
  }

  @Test
  void tryLock_everyForm_takesAFreeLock() throws Exception {
    assertThat(alices.tryLock()).isTrue();
    alices.unlock();
    assertThat(alices.tryLock(1, TimeUnit.SECONDS)).isTrue();
    alices.unlock();
    assertThat(alices.tryLock(LONG)).isTrue();
    assertThat(alices.current().orElseThrow().remaining()).isGreaterThan(Duration.ofSeconds(5));
    alices.unlock();
    assertThat(alices.tryLock(LONG, Duration.ofSeconds(5))).isTrue();
    assertThat(alices.current().orElseThrow().remaining())
        .isPositive()
        .isLessThanOrEqualTo(Duration.ofSeconds(5));
    alices.unlock();
    assertFree();
  }

  @Test
  void tryLock_everyForm_isFalseWhenHeldThroughout() throws Exception {
    alices.lock();
    assertThat(bobs.tryLock()).isFalse();
    assertThat(bobs.tryLock(0, TimeUnit.SECONDS)).isFalse();
    assertThat(bobs.tryLock(SHORT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    assertThat(bobs.tryLock(SHORT)).isFalse();
    assertThat(bobs.tryLock(SHORT, LONG)).isFalse();
    assertThat(elsewhere(() -> alices.tryLock())).isFalse();
    assertThat(bobs.holdCount()).isZero();
    alices.unlock();
    assertFree();
  }

  @Test
  void tryLockWithWait_releasedMeanwhile_takesIt() throws Exception {
    alices.lock();
    Caller<Integer> waiter = Caller.startWaiting(() -> {
      boolean isTaken = bobs.tryLock(LONG.toSeconds(), TimeUnit.SECONDS);
      int count = isTaken ? bobs.holdCount() : 0;
      bobs.unlock();
      return count;
    });
    alices.unlock();
    assertThat(waiter.outcome()).isEqualTo(1);
  }

  @Test
  void unlock_byAStranger_throwsWithTheReason() throws Exception {
    assertThatThrownBy(alices::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class)
        .hasMessageContaining(name);
    alices.lock();
    Caller<Boolean> stranger = Caller.start(() -> {
      alices.unlock();
      return true;
    });
    assertThatThrownBy(stranger::outcome)
        .hasCauseInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining(name);
    assertThatThrownBy(bobs::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining(name);
    assertThat(alices.isHeldByCurrentThread()).isTrue();
    alices.unlock();
    assertThatThrownBy(alices::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void hold_whoseLeaseIsOver_isNotReentered() throws Exception {
    alices.lock(SHORT);
    LeaseView lost = alices.current().orElseThrow();
    assertThat(await(lost.lost()).reason()).isEqualTo(LeaseLoss.Reason.LEASE_OVER);
    assertThat(alices.holdCount()).isZero();
    assertThat(alices.isHeldByCurrentThread()).isFalse();
    alices.lock();
    assertThat(alices.holdCount()).isEqualTo(1);
    assertThat(alices.current().map(LeaseView::token).orElseThrow()).isGreaterThan(lost.token());
    alices.unlock();
    assertThatThrownBy(alices::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertFree();
  }

  @Test
  void unlock_afterTheLeaseIsOver_throwsLeaseLost() throws Exception {
    alices.lock(SHORT);
    LeaseView view = alices.current().orElseThrow();
    Lease next = bobs.tryAcquire(PATIENCE).orElseThrow();
    assertThat(view.isHeld()).isFalse();
    assertThatThrownBy(alices::unlock)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(Long.toString(view.token()));
    assertThat(next.isHeld()).isTrue();
    next.close();
    assertFree();
  }

  @Test
  void current_ofAHold_showsItsLease() {
    assertThat(alices.current()).isEmpty();
    alices.lock();
    Optional<LeaseView> view = alices.current();
    alices.unlock();
    assertThat(view.orElseThrow().lockName()).isEqualTo(name);
    assertThat(view.orElseThrow().isHeld()).isFalse();
  }

  @Test
  void newCondition_always_isUnsupportedAndSaysWhy() {
    assertThatThrownBy(alices::newCondition)
        .isInstanceOf(UnsupportedOperationException.class)
        .message()
        .isNotBlank();
  }
}
