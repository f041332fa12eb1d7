package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseView;
import io.holdfast.LockUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lock as java.util.concurrent has it: owned by the thread, re-entrant. */
class ThreadViewTest {

  private static final String A = "a";

  private final Scene scene = Scene.open();
  private final DistributedLock lock = scene.lock(A);
  private final Answering server = new Answering(scene);

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private void expectNothingLeft() {
    settled().expectNothingLeft();
  }

  /** The thread that answered is done with what it set off: what comes next happens on ours. */
  private Scene settled() {
    server.settle();
    return scene;
  }

  @Test
  void lock_again_sendsNothingAndCounts() {
    lock.lock();
    long token = lock.current().orElseThrow().token();
    lock.lock();
    scene.lock(A).lock(); // another object of the same name
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.holdCount()).isEqualTo(4);
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(lock.current().orElseThrow().token()).isEqualTo(token);
    for (int i = 3; i >= 0; i--) {
      lock.unlock();
      assertThat(lock.holdCount()).isEqualTo(i);
    }
    assertThat(scene.gateway.log()).containsExactly("acquire a", "release a");
    assertThat(lock.current()).isEmpty();
    expectNothingLeft();
  }

  @Test
  void tryLock_everyForm_reenters() throws Exception {
    lock.lock();
    assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isTrue();
    assertThat(lock.tryLock(seconds(1), seconds(1))).isTrue();
    lock.lockInterruptibly();
    lock.lock(seconds(1));
    assertThat(lock.holdCount()).isEqualTo(6);
    assertThat(lock.current().orElseThrow().remaining()).isEqualTo(millis(29_700));
  }

  @Test
  void tryLock_hugeWaits_acquire() throws Exception {
    for (TimeUnit unit : TimeUnit.values()) {
      assertThat(lock.tryLock(Long.MAX_VALUE, unit)).isTrue();
      lock.unlock();
      assertThat(lock.tryLock(Long.MIN_VALUE, unit)).isTrue();
      lock.unlock();
    }
    assertThat(lock.tryLock(seconds(Long.MAX_VALUE), seconds(5))).isTrue();
    lock.unlock();
    expectNothingLeft();
  }

  @Test
  void tryLock_refused_isFalse() throws Exception {
    server.refuse();
    assertThat(lock.tryLock()).isFalse();
    assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isFalse();
    assertThat(lock.holdCount()).isZero();
    expectNothingLeft();
  }

  @Test
  void unlock_notHeld_saysWhoAndWhat() {
    assertThatThrownBy(lock::unlock)
        .isExactlyInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("lock 'a'")
        .hasMessageContaining(Thread.currentThread().getName());
  }

  @Test
  void unlock_byAnotherThread_isRefused() throws Exception {
    lock.lock();
    AtomicReference<Throwable> seen = new AtomicReference<>();
    Thread other = new Thread(() -> {
      try {
        lock.unlock();
      } catch (IllegalMonitorStateException e) {
        seen.set(e);
      }
    });
    other.start();
    Scene.join(other);
    assertThat(seen.get()).isExactlyInstanceOf(IllegalMonitorStateException.class);
    assertThat(lock.holdCount()).isEqualTo(1);
  }

  @Test
  void lease_ofTheSameThread_isAnotherOwner() throws Exception {
    lock.lock();
    assertThat(lock.tryAcquire()).isEmpty();
    lock.unlock();
    assertThatThrownBy(() -> {
          try (io.holdfast.Lease lease = lock.acquire()) {
            lease.ensureHeld();
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            lock.unlock();
          }
        })
        .isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void lost_heldTwice_countIsZeroAndOuterUnlocksThrow() {
    lock.lock();
    lock.lock();
    LeaseView view = lock.current().orElseThrow();
    settled().timers.pass(seconds(30));
    assertThat(lock.holdCount()).isZero();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(lock.current()).isEmpty();
    assertThat(view.isHeld()).isFalse();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(lock::unlock)
          .isInstanceOf(LeaseLostException.class)
          .hasMessageContaining("lock 'a'")
          .hasMessageContaining(Long.toString(view.token()));
    }
    assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
    scene.timers.fireDue();
    expectNothingLeft();
  }

  @Test
  void lost_thenLockedAgain_acquiresAfreshAndOuterUnlocksStillThrow() {
    lock.lock();
    lock.lock();
    long token = lock.current().orElseThrow().token();
    settled().timers.pass(seconds(30));
    lock.lock();
    assertThat(lock.holdCount()).isEqualTo(1);
    assertThat(lock.current().orElseThrow().token()).isGreaterThan(token);
    lock.unlock();
    assertThat(lock.holdCount()).isZero();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
    scene.timers.fireDue();
    expectNothingLeft();
  }

  @Test
  void lost_twiceOver_everyOuterUnlockThrows() {
    lock.lock();
    settled().timers.pass(seconds(30));
    lock.lock();
    settled().timers.pass(seconds(30));
    lock.lock();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void lost_whileUnlockIsUnderWay_unlockThrowsLost() {
    lock.lock();
    server.answerReleasesNotHeld();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThat(lock.holdCount()).isZero();
    expectNothingLeft();
  }

  @Test
  void fixed_lock_endsAfterItsTime() {
    lock.lock(seconds(5));
    CompletableFuture<LeaseLoss> lost = lock.current().orElseThrow().lost().toCompletableFuture();
    settled().advance(seconds(5));
    assertThat(Scene.now(lost).reason()).isEqualTo(LeaseLoss.Reason.LEASE_OVER);
    assertThat(lock.holdCount()).isZero();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void deadOwner_isNoLongerRenewedAndTheLeaseEnds() throws Exception {
    CompletableFuture<LeaseView> view = new CompletableFuture<>();
    Thread owner = new Thread(() -> {
      lock.lock();
      view.complete(lock.current().orElseThrow());
    });
    owner.start();
    Scene.join(owner);
    CompletableFuture<LeaseLoss> lost = Scene.now(view).lost().toCompletableFuture();
    for (int i = 0; i < 31; i++) {
      settled().advance(seconds(1));
    }
    server.settle();
    assertThat(scene.gateway.log()).doesNotContain("renew a").contains("release a");
    assertThat(Scene.now(lost).reason()).isEqualTo(LeaseLoss.Reason.DEADLINE_PASSED);
    Footprint left = scene.client.footprint();
    assertThat(left).isEqualTo(new Footprint(0, 0, 0, 0, left.threads()));
  }

  @Test
  void livingOwner_isRenewed() {
    lock.lock();
    for (int i = 0; i < 60; i++) {
      settled().advance(seconds(1));
      server.settle();
    }
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
  }

  @Test
  void newCondition_isUnsupportedAndSaysWhy() {
    assertThatThrownBy(lock::newCondition)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("lock 'a'");
  }

  @Test
  void tryLock_unknown_isUnavailableNotFalse() {
    server.loseAcquires();
    assertThatThrownBy(lock::tryLock).isInstanceOf(LockUnavailableException.class);
    assertThat(lock.holdCount()).isZero();
  }

  @Test
  void threads_manyDead_arePurged() throws Exception {
    for (int i = 0; i < 200; i++) {
      int number = i;
      Thread owner = new Thread(() -> scene.lock("n" + number).lock(seconds(5)));
      owner.start();
      Scene.join(owner);
    }
    lock.lock();
    assertThat(scene.client.footprint().threads()).isLessThan(150);
    lock.unlock();
  }

  @Test
  void lock_heldByAnotherThreadHere_waitsForIt() throws Exception {
    lock.lock();
    Thread other = new Thread(() -> {
      lock.lock();
      lock.unlock();
    });
    other.start();
    Scene.parked(other);
    assertThat(lock.holdCount()).isEqualTo(1);
    settled().advance(Duration.ofMillis(1));
    lock.unlock();
    Scene.join(other);
    server.settle();
    assertThat(scene.gateway.log()).containsExactly("acquire a", "release a");
  }

  @Test
  void unlock_twoLossesOwed_tellsBothTheLastOneFirst() {
    lock.lock(seconds(1));
    long first = lock.current().orElseThrow().token();
    settled().advance(seconds(2));
    lock.lock(seconds(1));
    long second = lock.current().orElseThrow().token();
    settled().advance(seconds(2));
    for (long token : new long[] {second, first}) {
      assertThatThrownBy(lock::unlock)
          .isInstanceOfSatisfying(
              LeaseLostException.class, e -> assertThat(e.loss().token()).isEqualTo(token));
    }
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    expectNothingLeft();
  }
}
