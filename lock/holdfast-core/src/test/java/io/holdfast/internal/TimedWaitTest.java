package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockUnavailableException;
import io.holdfast.NotAcknowledgedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waits that end: after a given time, or at once. */
class TimedWaitTest {

  private static final String A = "a";

  @Test
  void timedWait_overWhileAsleep_isRefused() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.gateway.take("acquire").refused(5_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(5_000);
    scene.advance(millis(699));
    assertThat(waiter).isNotDone();
    scene.advance(millis(1));
    assertThat(now(waiter)).isEmpty();
    scene.advance(seconds(5));
    scene.expectNothingLeft();
  }

  @Test
  void timedWait_behindAnotherHolderHere_isRefusedWithoutACommand() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.advance(millis(700));
    assertThat(now(waiter)).isEmpty();
    scene.gateway.quiet();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void timedWait_overWhileInFlight_grantedIsGranted() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.advance(millis(800));
    assertThat(waiter).isNotDone();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter)).isPresent();
  }

  @Test
  void timedWait_overWhileInFlight_refusedIsRefused() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.advance(millis(800));
    scene.gateway.take("acquire").refused(9_000);
    assertThat(now(waiter)).isEmpty();
    scene.expectNothingLeft();
  }

  @Test
  void timedWait_overWhileInFlightBehindTheHead_isRefusedWhenTheHeadGetsIt() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> head = scene.acquire(A);
    CompletableFuture<Optional<Lease>> second = scene.tryAcquire(A, millis(700));
    scene.advance(millis(800));
    assertThat(second).isNotDone();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(head).isCompleted();
    assertThat(now(second)).isEmpty();
  }

  @Test
  void timedWait_zeroOrNegative_asksOnce() {
    for (Duration wait : new Duration[] {Duration.ZERO, millis(-5), seconds(Long.MIN_VALUE)}) {
      Scene scene = Scene.open();
      CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, wait);
      scene.gateway.take("acquire").refused(9_000);
      assertThat(now(waiter)).isEmpty();
      scene.expectNothingLeft();
    }
  }

  @Test
  void timedWait_absurdlyLong_waits() {
    for (Duration wait :
        new Duration[] {seconds(Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE)}) {
      Scene scene = Scene.open();
      CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, wait);
      scene.gateway.take("acquire").refused(9_000);
      scene.advance(seconds(9));
      assertThat(waiter).isNotDone();
      scene.gateway.acknowledge(A);
      scene.gateway.take("acquire").granted(scene.stamp());
      assertThat(now(waiter)).isPresent();
    }
  }

  /** The completion waits in a slow executor; meanwhile the lease and the wait time are over. */
  @Test
  void timedWait_leaseLostBeforeItsCompletionRan_doesNotWaitForEver() {
    Queue<Runnable> slow = new ArrayDeque<>();
    Scene scene = Scene.plan().executor(slow::add).open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.advance(seconds(10));
    scene.gateway.take("renew").notHeld();
    scene.gateway.take("release").notHeld();
    runAll(slow);
    if (scene.gateway.open() > 0) {
      scene.gateway.take("acquire").refused(20_000); // one more try would be fair
    }
    runAll(slow);
    scene.advance(seconds(1));
    runAll(slow);
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
  }

  private static void runAll(Queue<Runnable> tasks) {
    Runnable task;
    while ((task = tasks.poll()) != null) {
      task.run();
    }
  }

  // ---- now or not at all

  @Test
  void once_refused_isEmpty() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> once = scene.tryAcquire(A, Duration.ZERO);
    scene.gateway.take("acquire").refused(9_000);
    assertThat(now(once)).isEmpty();
    assertThat(scene.gateway.log()).containsExactly("acquire a");
    scene.expectNothingLeft();
  }

  @Test
  void once_somebodyHereHoldsIt_isRefusedWithoutACommand() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    assertThat(now(scene.tryAcquire(A, Duration.ZERO))).isEmpty();
    scene.gateway.quiet();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void once_somebodyHereWaits_neverOvertakes() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    assertThat(now(scene.tryAcquire(A, Duration.ZERO))).isEmpty();
    scene.gateway.quiet();
    assertThat(waiter).isNotDone();
  }

  /** A request is awaited for one command timeout, also if another one follows it. */
  @Test
  void timedWait_overWhileOneRequestFollowsTheOther_endsAfterOneCommandTimeout() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> head = scene.lock(A).acknowledgedBy(1).acquireAsync();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(50));
    PlayedCall first = scene.gateway.take("acquire");
    scene.advance(millis(1_000));
    first.acknowledged(scene.stamp(), 0);
    scene.gateway.take("release").released();
    assertThat(head).isCompletedExceptionally();
    PlayedCall second = scene.gateway.take("acquire");
    scene.advance(millis(1_049));
    assertThat(waiter).isNotDone();
    scene.advance(millis(1));
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
    second.refused(1_000);
    scene.expectNothingLeft();
  }

  @Test
  void timedWait_overWhenItsGrantIsGivenBack_endsAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter =
        scene.lock(A).acknowledgedBy(1).tryAcquireAsync(millis(50));
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(1_000));
    acquire.acknowledged(scene.stamp(), 0);
    assertThat(failure(waiter)).isInstanceOf(NotAcknowledgedException.class);
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }
}
