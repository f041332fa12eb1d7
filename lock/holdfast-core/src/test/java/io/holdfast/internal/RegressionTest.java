package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One short story for every fault that reading found in the engine; docs/track-record.md tells of them. */
class RegressionTest {

  private static final String A = "a";

  // ---- forced release

  @ParameterizedTest
  @ValueSource(strings = {"renew", "yield"})
  void force_whileATurnIsPrepared_nothingIsHandedOn(String question) {
    Scene scene =
        question.equals("yield") ? Scene.plan().budget(0, millis(0)).open() : Scene.open();
    Lease first = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(20)));
    scene.release(first);
    PlayedCall asked = scene.gateway.take(question);
    CompletableFuture<Boolean> forced = scene.lock(A).forceReleaseAsync();
    PlayedCall force = scene.gateway.take("force");
    if (question.equals("yield")) {
      asked.granted(scene.stamp());
    } else {
      asked.renewed();
    }
    assertThat(next).as("given what is being forced away").isNotDone();
    force.released();
    assertThat(now(forced)).isTrue();
    scene.gateway.pick("acquire").granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  @Test
  void force_whileAnAcquireIsInFlight_itsGrantIsGivenBack() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    CompletableFuture<Boolean> forced = scene.lock(A).forceReleaseAsync();
    acquire.granted(scene.stamp());
    assertThat(waiter).isNotDone();
    scene.gateway.take("force").released();
    assertThat(now(forced)).isTrue();
    scene.gateway.take("release").notHeld();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
  }

  @Test
  void force_unanswered_theTenureGetsItsFarewell() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Boolean> forced = scene.lock(A).forceReleaseAsync();
    scene.gateway.take("force").unanswered();
    assertThat(failure(forced)).isInstanceOf(LockUnavailableException.class);
    assertThat(lease.isHeld()).isFalse();
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  // ---- wake-ups

  @Test
  void release_goneAfterAnUnansweredTry_theNextMessageWakes() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Void> released = now(first).releaseAsync();
    scene.gateway.take("release").unanswered();
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.gateway.take("acquire").refused(30_000);
    scene.advance(millis(20));
    scene.gateway.take("release").notHeld(); // it had expired: nothing was published
    assertThat(released).isCompleted();
    scene.gateway.take("acquire").refused(30_000);
    scene.gateway.message(A); // somebody else's
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(second).isHeld()).isTrue();
  }

  @Test
  void message_whileTheReleaseBeforeIsUnanswered_wakes() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(first).releaseAsync()).isNotDone();
    PlayedCall release = scene.gateway.take("release");
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.gateway.take("acquire").refused(30_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    release.notHeld();
    assertThat(now(second).isHeld()).isTrue();
  }

  @Test
  void unsubscribed_ownListeners_areNotCounted() {
    Scene scene = Scene.plan().budget(0, millis(0)).open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.gateway.unsubscribed(A);
    scene.release(now(first));
    assertThat(scene.gateway.take("yield").argument(6)).isEqualTo("0");
    assertThat(second).isNotDone();
  }

  // ---- clean-up

  @Test
  void renewal_toMoreUnanswered_theFarewellLastsAsLong() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(1)));
    CompletableFuture<Void> renewed = lease.renewAsync(seconds(60));
    scene.gateway.take("renew").unanswered();
    assertThat(failure(renewed)).isInstanceOf(LockUnavailableException.class);
    scene.advance(seconds(1));
    assertThat(lease.isHeld()).isFalse();
    for (int i = 0; i < 40; i++) {
      scene.gateway.take("release").unsent();
      scene.advance(seconds(1));
    }
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOPERM no", "MISCONF no"})
  void release_errorForGood_isToldAndTriedAgain(String error) {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").error(error);
    assertThat(failure(released)).isInstanceOf(ServerErrorException.class);
    scene.advance(millis(20));
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void copiesUntilLater_lastReleaseUnanswered_isRepeated() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(0));
    scene.gateway.take("acquire").unanswered();
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
    scene.gateway.take("release").notHeld();
    scene.advance(seconds(2));
    scene.gateway.take("release").unanswered();
    scene.advance(millis(20));
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void call_refusedForItsOptions_leavesNothing() {
    Scene scene = Scene.open();
    LeaseOptions tooShort = LeaseOptions.renewed(seconds(1));
    assertThatThrownBy(() -> scene.acquire(A, tooShort))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> scene.lock(A).tryAcquire(seconds(1), tooShort))
        .isInstanceOf(IllegalArgumentException.class);
    scene.expectNothingLeft();
  }

  // ---- every call ends

  @Test
  void timedWait_grantsArriveAfterTheirOwnEnd_isUnavailable() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter =
        scene.lock(A).tryAcquireAsync(millis(500), LeaseOptions.fixed(millis(800)));
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(1_100));
    acquire.granted(scene.stamp());
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void untimedWait_grantsArriveAfterTheirOwnEnd_isUnavailableAfterAWhile() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A, LeaseOptions.fixed(millis(800)));
    int tries = 0;
    while (!waiter.isDone()) {
      PlayedCall acquire = scene.gateway.take("acquire");
      tries++;
      scene.advance(millis(1_100));
      acquire.granted(scene.stamp());
      scene.gateway.take("release").released();
      scene.advance(millis(500));
    }
    assertThat(failure(waiter))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("longer than the lease of 800 ms");
    assertThat(tries).isBetween(3, 10);
    scene.expectNothingLeft();
  }

  /** As in a cluster whose nodes' clocks differ by more than the command timeout. */
  @Test
  void late_thenAnotherNodesTime_theNextTryGoesByItsOwn() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    long ahead = scene.ticker.serverMicros() + 60_000_000;
    scene.gateway.take("acquire").value(List.of(2L, ahead));
    Lease other = scene.held("b"); // whose answer shows the other node's clock
    scene.advance(millis(1));
    PlayedCall again = scene.gateway.take("acquire");
    assertThat(Long.parseLong(again.argument(3))).isGreaterThan(ahead);
    again.granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
    assertThat(other.isHeld()).isTrue();
  }

  @Test
  void late_againAndAgain_endsWithThePatience() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(3));
    while (!waiter.isDone()) {
      scene.gateway.take("acquire").late();
      scene.advance(millis(5));
    }
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
    scene.expectNothingLeft();
  }

  @Test
  void future_endedByItsOwner_leavesTheQueue() {
    List<Consumer<CompletableFuture<Optional<Lease>>>> ways = List.of(
        future -> future.complete(Optional.empty()),
        future -> future.completeExceptionally(new TimeoutException()),
        future -> future.obtrudeValue(Optional.empty()),
        future -> future.cancel(false));
    for (Consumer<CompletableFuture<Optional<Lease>>> end : ways) {
      Scene scene = Scene.open();
      Lease held = scene.held(A);
      CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, seconds(5));
      end.accept(waiter);
      assertThat(scene.client.activities().get(0).waiting()).isZero();
      assertThat(held.releaseAsync()).isNotDone();
      scene.gateway.take("release").released();
      scene.expectNothingLeft();
    }
  }

  @Test
  void unacknowledged_whileItIsGivenBack_patienceCounts() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> timed =
        scene.lock(A).acknowledgedBy(1).tryAcquireAsync(millis(100));
    CompletableFuture<Lease> cancelled = scene.lock(A).acknowledgedBy(1).acquireAsync();
    scene.gateway.take("acquire").acknowledged(scene.stamp(), 0);
    assertThat(cancelled.cancel(false)).isTrue();
    scene.advance(millis(100));
    assertThat(failure(timed)).hasMessageContaining("it is being released");
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  // ---- leases

  @Test
  void fixedLease_machineSlept_isToldSoonAfter() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    scene.advance(seconds(1));
    scene.ticker.suspend(seconds(120));
    CompletableFuture<?> lost = lease.lost().toCompletableFuture();
    scene.advance(seconds(1));
    assertThat(lost).isCompleted();
  }

  @Test
  void renewal_verificationBehindIt_keepsItsTime() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    scene.gateway.take("acquire").refused(1_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    Lease lease = now(waiter);
    CompletableFuture<Void> renewed = lease.renewAsync(seconds(60));
    PlayedCall renewal = scene.gateway.take("renew");
    scene.gateway.message(A);
    PlayedCall verification = scene.gateway.take("renew");
    renewal.renewed();
    verification.renewed();
    assertThat(renewed).isCompleted();
    scene.advance(seconds(50));
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void messages_inAFlood_oneQuestionASecond() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(first).isCompleted();
    int questions = 0;
    for (int i = 0; i < 3_000; i++) {
      scene.gateway.message(A);
      while (scene.gateway.open() > 0) {
        scene.gateway.take("renew").renewed();
        questions++;
      }
      scene.advance(millis(1));
    }
    assertThat(questions).isBetween(3, 4);
  }
}
