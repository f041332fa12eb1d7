package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Once the server has said that a lease is lost, its holder hears that, whatever is lost afterwards. */
class SaidLossTest {

  private static final String A = "a";

  @Test
  void yield_saysNotHeld_thenTheReleaseIsNotAnswered_isALoss() {
    Scene scene = Scene.plan().budget(0, Duration.ZERO).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> unused = scene.acquire(A);
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("yield").notHeld();
    assertLost(scene, lease, released);
  }

  @Test
  void fittingRenewal_saysNotHeld_thenTheReleaseIsNotAnswered_isALoss() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> unused = scene.acquire(A, LeaseOptions.renewed(seconds(60)));
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("renew").notHeld();
    assertLost(scene, lease, released);
  }

  @Test
  void verification_saysNotHeld_thenTheReleaseIsNotAnswered_isALoss() {
    Scene scene = Scene.open();
    Lease lease = afterContention(scene);
    CompletableFuture<Lease> unused = scene.acquire(A);
    scene.advance(seconds(2));
    scene.gateway.message(A);
    PlayedCall verification = scene.gateway.take("renew");
    CompletableFuture<Void> released = lease.releaseAsync();
    verification.notHeld();
    assertLost(scene, lease, released);
  }

  private static void assertLost(Scene scene, Lease lease, CompletableFuture<Void> released) {
    scene.gateway.pick("release").unanswered();
    scene.advance(millis(20));
    scene.gateway.pick("release").notHeld();
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
    assertThat(lease.lost().toCompletableFuture()).isCompleted();
    assertThat(scene.eventKinds()).contains("Lost").doesNotContain("Released");
  }

  @Test
  void yield_isNotAnswered_neitherIsItsRelease_isUnknown() {
    Scene scene = Scene.plan().budget(0, Duration.ZERO).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> unused = scene.acquire(A);
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("yield").unanswered();
    for (int second = 0; second < 20; second++) {
      assertThat(released.isDone() && !released.isCompletedExceptionally()).isFalse();
      while (scene.gateway.open() > 0) {
        Objects.requireNonNull(scene.gateway.poll()).unanswered();
        scene.gateway.answered();
      }
      scene.advance(seconds(1));
    }
    assertThat(failure(released)).isInstanceOf(LockUnavailableException.class);
  }

  @Test
  void yield_isNotAnsweredAndItsReleaseFindsNothing_itWasTheYield() {
    Scene scene = Scene.plan().budget(0, Duration.ZERO).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> unused = scene.acquire(A);
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("yield").unanswered();
    scene.gateway.pick("release").notHeld();
    assertThat(released).isCompleted();
  }

  @Test
  void message_whileTheLeaseIsMadeToFit_isLookedIntoBeforeItIsHandedOver() {
    Scene scene = Scene.plan().budget(64, seconds(600)).open();
    Lease lease = afterContention(scene);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.renewed(seconds(60)));
    scene.advance(seconds(2));
    scene.release(lease);
    PlayedCall fit = scene.gateway.take("renew");
    scene.gateway.message(A);
    fit.renewed();
    assertThat(next).isNotDone();
    scene.gateway.take("renew").renewed();
    assertThat(next).isCompleted();
  }

  @Test
  void message_whileATurnIsYielded_isLookedIntoBeforeItIsHandedOver() {
    Scene scene = Scene.plan().budget(0, Duration.ZERO).open();
    Lease lease = afterContention(scene);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.advance(seconds(2));
    scene.release(lease);
    PlayedCall yield = scene.gateway.take("yield");
    scene.gateway.message(A);
    yield.granted(scene.stamp());
    assertThat(next).isNotDone();
    scene.gateway.take("renew").renewed();
    assertThat(next).isCompleted();
  }

  private static Lease afterContention(Scene scene) {
    CompletableFuture<Lease> waiting = scene.contended(A, 1_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    return Scene.now(waiting);
  }
}
