package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentences of the guarantees and of the public Javadoc, each as it was once broken. */
class PromisesTest {

  private static final String A = "a";

  // ---- empty means refused

  @Test
  void wait_endsWhileAYieldIsUnanswered_isUnavailable() {
    Scene scene = Scene.open();
    Lease first = scene.held(A);
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(200));
    scene.advance(millis(100));
    scene.release(first);
    PlayedCall yield = scene.gateway.take("yield");
    scene.advance(millis(150));
    assertThat(waiter).isNotDone();
    yield.unanswered();
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
  }

  @Test
  void wait_endsWhileTheLeaseIsMadeToFit_getsIt() {
    Scene scene = Scene.open();
    Lease first = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(20));
    scene.advance(millis(10));
    scene.release(first);
    PlayedCall renew = scene.gateway.take("renew");
    scene.advance(millis(15));
    assertThat(waiter).isNotDone();
    renew.renewed();
    assertThat(now(waiter)).isPresent();
  }

  @Test
  void wait_endsBehindSomebodyForWhomTheLeaseIsMadeToFit_isRefusedThen() {
    Scene scene = Scene.open();
    Lease first = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Lease> head = scene.acquire(A);
    CompletableFuture<Optional<Lease>> behind = scene.tryAcquire(A, millis(20));
    scene.advance(millis(10));
    scene.release(first);
    PlayedCall renew = scene.gateway.take("renew");
    scene.advance(millis(15));
    assertThat(behind).isNotDone();
    renew.renewed();
    assertThat(now(head).isHeld()).isTrue();
    assertThat(now(behind)).isEmpty();
  }

  @Test
  void wait_endsWhileARequestIsInFlightThatIsLate_isAskedForOnceMore() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(100));
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(150));
    acquire.late();
    scene.advance(millis(1));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter)).isPresent();
  }

  @Test
  void tryAcquire_behindTheRequestOfOneWhoHasLeft_isNotAnsweredByIt() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> earlier = scene.acquire(A);
    PlayedCall old = scene.gateway.take("acquire");
    earlier.cancel(false);
    CompletableFuture<Optional<Lease>> later = scene.tryAcquire(A, millis(0));
    old.refused(5_000);
    assertThat(later).isNotDone();
    scene.gateway.take("acquire").refused(5_000);
    assertThat(now(later)).isEmpty();
  }

  // ---- a loss is told, by the release at the latest

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void release_serverNoLongerKnowsIt_holderIsToldAlsoIfSomebodyWaits(boolean isWaitedFor) {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = isWaitedFor ? scene.acquire(A) : new CompletableFuture<>();
    scene.advance(millis(60));
    CompletableFuture<Void> released = lease.releaseAsync();
    if (isWaitedFor) {
      scene.gateway.take("yield").notHeld();
    }
    scene.gateway.take("release").notHeld();
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
    assertThat(scene.events).anyMatch(LockEvent.Lost.class::isInstance);
    assertThat(next).isNotDone();
  }

  @Test
  void release_yieldUnanswered_isNoLoss() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.advance(millis(60));
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("yield").unanswered();
    scene.gateway.take("release").notHeld(); // the yield has done it
    assertThat(released).isCompleted();
    assertThat(next).isNotDone();
  }

  @Test
  void message_verificationUnanswered_isNotHandedOver() {
    Scene scene = Scene.plan().budget(64, seconds(100)).open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.advance(seconds(2));
    scene.gateway.message(A); // somebody took it from us
    PlayedCall verification = scene.gateway.take("renew");
    CompletableFuture<Void> released = now(first).releaseAsync();
    verification.unanswered();
    assertThat(next).isNotDone();
    scene.gateway.take("release").notHeld();
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void release_forcedWhileTheNextLeaseIsMadeToFit_isNoLoss() {
    Scene scene = Scene.open();
    Lease first = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Lease> next = scene.acquire(A);
    CompletableFuture<Void> released = first.releaseAsync();
    PlayedCall renew = scene.gateway.take("renew");
    CompletableFuture<Boolean> forced = scene.lock(A).forceReleaseAsync();
    scene.gateway.take("force").released();
    renew.renewed(); // done before the release by force: it was still ours when it was given back
    scene.gateway.take("release").notHeld();
    assertThat(released).isCompleted();
    assertThat(forced).isCompleted();
    assertThat(next).isNotDone();
  }

  @Test
  void release_forcedHere_saysSo() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.advance(millis(60));
    CompletableFuture<Void> released = lease.releaseAsync();
    PlayedCall yield = scene.gateway.take("yield");
    CompletableFuture<Boolean> forced = scene.lock(A).forceReleaseAsync();
    yield.notHeld();
    scene.gateway.pick("release").notHeld();
    assertThat(((LeaseLostException) failure(released)).loss().reason())
        .isEqualTo(LeaseLoss.Reason.FORCED);
    assertThat(forced).isNotDone();
    assertThat(next).isNotDone();
  }

  @Test
  void renew_shorter_isNotUndoneByTheWatchdog() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(millis(8_500));
    CompletableFuture<Void> renewed = lease.renewAsync(seconds(8));
    PlayedCall set = scene.gateway.take("renew");
    scene.advance(seconds(1)); // a third of the lease is over
    scene.gateway.quiet();
    set.renewed();
    assertThat(renewed).isCompleted();
    assertThat(lease.remaining()).isLessThan(seconds(8));
  }

  @Test
  void leave_withALateCopyOfItsAcquire_isCleanedUp() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> lease = scene.acquire(A, LeaseOptions.fixed(seconds(1)));
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    now(lease).leave();
    scene.gateway.quiet();
    scene.advance(seconds(4)); // lease and copies are over
    scene.gateway.take("release").notHeld();
    scene.expectNothingLeft();
  }

  // ---- a machine that was suspended is noticed

  @Test
  void fixedLease_suspendedForAShortTime_endsEarlierByAsMuch() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(1)));
    scene.advance(millis(500));
    scene.ticker.suspend(millis(240));
    scene.advance(millis(300)); // 1,040 ms after the request was sent
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void fixedLease_suspendedAgainAndAgain_endsEarlierByAsMuch() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(30)));
    scene.held("b"); // a renewed one beside it: the watchdog goes round
    for (int i = 0; i < 19; i++) {
      scene.ticker.suspend(millis(240));
      scene.advanceRenewing(millis(1_300));
    }
    assertThat(lease.remaining()).isBetween(millis(400), millis(460)); // 29,260 ms have passed
    scene.ticker.suspend(millis(240));
    scene.advance(millis(240));
    assertThat(lease.isHeld()).isFalse();
  }

  // ---- no renewal outlives its holder; callbacks do not hold the engine up

  @Test
  void cancel_grantStuckInAnExecutor_isReleased() {
    List<Runnable> stuck = new ArrayList<>();
    Scene scene = Scene.plan().executor(stuck::add).open();
    CompletableFuture<Lease> future = scene.acquire(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(future.cancel(true)).isTrue();
    scene.gateway.take("release").released();
    List.copyOf(stuck).forEach(Runnable::run);
    scene.expectNothingLeft();
  }

  @Test
  void callback_executorRunsItAtOnce_mayCloseItsLease() throws Exception {
    Scene scene = Scene.plan().executor(Runnable::run).open();
    CompletableFuture<Void> done = scene.acquire(A).thenAccept(Lease::close);
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.gateway.await("release").released();
    done.get(20, TimeUnit.SECONDS);
  }

  @Test
  void acquire_gatewayRunsOutOfMemory_othersAreServed() {
    Scene scene = Scene.open();
    scene.gateway.failNext(new OutOfMemoryError("planned"));
    CompletableFuture<Lease> first = scene.acquire(A);
    scene.advance(seconds(1));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(first).isHeld()).isTrue();
  }

  @Test
  void grant_noThreadForItsTimer_failsAndIsGivenBack() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> lease = scene.acquire(A);
    scene.timers.failNext(new OutOfMemoryError("planned: unable to create native thread"));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(failure(lease)).isInstanceOf(IllegalStateException.class);
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  // ---- a waiter hears of a release, or asks

  @Test
  void wait_holderMadeItsLeaseShorterInSilence_asksEveryFiveSeconds() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 60_000);
    scene.advance(seconds(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
  }

  @Test
  void wait_subscriptionNotAcknowledged_asksAgainUnasked() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").refused(60_000);
    scene.advance(seconds(2));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
  }

  @Test
  void wait_channelsGone_asksAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 60_000);
    scene.gateway.unsubscribed(A);
    scene.gateway.take("acquire").refused(60_000);
    assertThat(waiter).isNotDone();
  }

  @Test
  void handOver_verificationUnansweredAndAnOlderRenewalAnswered_isNotDone() {
    Scene scene = Scene.plan().budget(64, Duration.ofHours(1)).open();
    CompletableFuture<Lease> first = scene.contended("a", 20_000);
    scene.gateway.message("a");
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.advance(seconds(10));
    PlayedCall older = scene.gateway.take("renew");
    scene.gateway.message("a"); // somebody else released it, and had it taken
    scene.gateway.take("renew").unanswered();
    older.renewed(); // done before the message
    CompletableFuture<Lease> next = scene.acquire("a");
    scene.release(now(first));
    assertThat(next).isNotDone();
    scene.gateway.take("release").notHeld();
  }
}
