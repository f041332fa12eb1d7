package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers that leave: nothing stays behind, a grant under way goes to the next one or back. */
class InterruptAndCancelTest {

  private static final String A = "a";

  enum Form {
    LOCK_INTERRUPTIBLY,
    ACQUIRE,
    TRY_ACQUIRE,
    TRY_LOCK,
    TRY_LOCK_FIXED;

    Object call(DistributedLock lock) throws InterruptedException {
      return switch (this) {
        case LOCK_INTERRUPTIBLY -> {
          lock.lockInterruptibly();
          yield true;
        }
        case ACQUIRE -> lock.acquire();
        case TRY_ACQUIRE -> lock.tryAcquire(seconds(1_000));
        case TRY_LOCK -> lock.tryLock(1_000, TimeUnit.SECONDS);
        case TRY_LOCK_FIXED -> lock.tryLock(seconds(1_000), seconds(5));
      };
    }
  }

  /** A blocked caller and how it ended. */
  private static final class Blocked {
    final AtomicReference<Object> outcome = new AtomicReference<>();
    final AtomicBoolean flag = new AtomicBoolean();
    final Thread thread;

    Blocked(Callable<Object> call) {
      thread = new Thread(() -> {
        try {
          outcome.set(call.call());
        } catch (Exception e) {
          outcome.set(e);
        }
        flag.set(Thread.currentThread().isInterrupted());
      });
      thread.start();
    }

    @Nullable
    Object end() throws InterruptedException {
      Scene.join(thread);
      return outcome.get();
    }
  }

  @ParameterizedTest
  @EnumSource
  void interrupt_whileInFlight_throwsAtOnceAndTheGrantIsReleased(Form form) throws Exception {
    Scene scene = Scene.open();
    Blocked caller = new Blocked(() -> form.call(scene.lock(A)));
    Scene.parked(caller.thread);
    PlayedCall acquire = scene.gateway.take("acquire");
    caller.thread.interrupt();
    assertThat(caller.end()).isInstanceOf(InterruptedException.class);
    assertThat(caller.flag).isFalse();
    acquire.granted(scene.stamp());
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @ParameterizedTest
  @EnumSource
  void interrupt_whileAsleep_throwsAtOnceAndNothingStays(Form form) throws Exception {
    Scene scene = Scene.open();
    Blocked caller = new Blocked(() -> form.call(scene.lock(A)));
    Scene.parked(caller.thread);
    scene.gateway.take("acquire").refused(5_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(5_000);
    caller.thread.interrupt();
    assertThat(caller.end()).isInstanceOf(InterruptedException.class);
    scene.gateway.quiet();
    scene.advance(seconds(5));
    scene.expectNothingLeft();
  }

  @ParameterizedTest
  @EnumSource
  void interrupt_beforeTheCall_throwsAndSendsNothing(Form form) throws Exception {
    Scene scene = Scene.open();
    Blocked caller = new Blocked(() -> {
      Thread.currentThread().interrupt();
      return form.call(scene.lock(A));
    });
    assertThat(caller.end()).isInstanceOf(InterruptedException.class);
    assertThat(caller.flag).isFalse();
    assertThat(scene.gateway.log()).isEmpty();
    scene.expectNothingLeft();
  }

  @Test
  void interrupt_whileInFlight_nextLocalWaiterGetsTheGrant() throws Exception {
    Scene scene = Scene.open();
    Blocked caller = new Blocked(() -> scene.lock(A).acquire());
    Scene.parked(caller.thread);
    CompletableFuture<Lease> next = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    caller.thread.interrupt();
    assertThat(caller.end()).isInstanceOf(InterruptedException.class);
    acquire.granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
    scene.gateway.quiet();
  }

  @Test
  void lock_interrupted_finishesAndRestoresTheFlag() throws Exception {
    Scene scene = Scene.open();
    Blocked caller = new Blocked(() -> {
      scene.lock(A).lock();
      return true;
    });
    Scene.parked(caller.thread);
    PlayedCall acquire = scene.gateway.take("acquire");
    caller.thread.interrupt();
    caller.thread.interrupt();
    acquire.refused(5_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(caller.end()).isEqualTo(true);
    assertThat(caller.flag).isTrue();
  }

  @Test
  void tryLock_interrupted_givesItsAnswerAndRestoresTheFlag() throws Exception {
    Scene scene = Scene.open();
    Blocked caller = new Blocked(() -> {
      Thread.currentThread().interrupt();
      return scene.lock(A).tryLock();
    });
    Scene.parked(caller.thread);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(caller.end()).isEqualTo(true);
    assertThat(caller.flag).isTrue();
  }

  @Test
  void unlock_interrupted_releasesAndRestoresTheFlag() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    Blocked caller = new Blocked(() -> {
      Thread.currentThread().interrupt();
      lease.close();
      return true;
    });
    Scene.parked(caller.thread);
    scene.gateway.take("release").released();
    assertThat(caller.end()).isEqualTo(true);
    assertThat(caller.flag).isTrue();
  }

  // ---- cancel

  @Test
  void cancel_whileInFlight_grantIsReleased() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    assertThat(waiter.cancel(true)).isTrue();
    acquire.granted(scene.stamp());
    PlayedCall release = scene.gateway.take("release");
    assertThat(release.holder()).isEqualTo(acquire.holder());
    release.released();
    scene.expectNothingLeft();
  }

  @Test
  void cancel_inTheMiddleOfTheQueue_othersKeepTheirPlaces() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> first = scene.acquire(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    CompletableFuture<Lease> third = scene.acquire(A);
    assertThat(second.cancel(false)).isTrue();
    assertThat(lease.releaseAsync()).isCompleted();
    assertThat(now(first).releaseAsync()).isCompleted();
    assertThat(now(third).token()).isEqualTo(lease.token() + 2);
    assertThat(scene.eventKinds()).contains("NotAcquired");
  }

  @Test
  void cancel_headInFlight_nextOneGetsTheGrant() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> head = scene.acquire(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    assertThat(head.cancel(false)).isTrue();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(next).isCompleted();
    scene.gateway.quiet();
  }

  @Test
  void cancel_inFlightAndANewCallerBeforeTheAnswer_getsTheGrant() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> head = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    assertThat(head.cancel(false)).isTrue();
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.gateway.quiet();
    acquire.granted(scene.stamp());
    assertThat(next).isCompleted();
  }

  @Test
  void cancel_afterTheGrant_isTooLateAndTheLeaseStays() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter.cancel(true)).isFalse();
    assertThat(now(waiter).isHeld()).isTrue();
    scene.gateway.quiet();
  }

  /** Granted inside the engine, but the completion has not run yet. */
  @Test
  void cancel_betweenGrantAndCompletion_leaseGoesToTheNextOne() {
    java.util.ArrayDeque<Runnable> slow = new java.util.ArrayDeque<>();
    Scene scene = Scene.plan().executor(slow::add).open();
    CompletableFuture<Lease> first = scene.acquire(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(first.cancel(false)).isTrue();
    while (!slow.isEmpty()) {
      slow.poll().run();
    }
    assertThat(now(second).token() % 1024).isEqualTo(1);
    scene.gateway.quiet();
  }

  @Test
  void endedByItsOwner_inAnotherWay_leavesTheQueueToo() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    assertThat(waiter.completeExceptionally(new CancellationException("enough")))
        .isTrue();
    scene.advance(seconds(5));
    scene.expectNothingLeft();
  }

  @Test
  void cancel_retiredDelegate_touchesNobodyElse() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> old = scene.acquire(A);
    scene.gateway.take("acquire").error("NOPERM no");
    assertThat(old).isCompletedExceptionally();
    CompletableFuture<Lease> fresh = scene.acquire(A);
    assertThat(old.cancel(true)).isFalse();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(fresh).isCompleted();
  }

  @Test
  void lossAndReleaseAtOnce_leaseLostIsSaidOnce() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(seconds(9));
    scene.gateway.take("renew").notHeld();
    assertThat(Scene.failure(lease.releaseAsync())).isInstanceOf(LeaseLostException.class);
    assertThat(lease.releaseAsync()).isCompleted();
    assertThat(scene.events.stream().filter(LockEvent.Lost.class::isInstance)).hasSize(1);
    scene.gateway.take("release").notHeld();
    scene.advance(millis(1_000));
    scene.expectNothingLeft();
  }
}
