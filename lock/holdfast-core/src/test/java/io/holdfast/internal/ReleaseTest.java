package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The end of a lease by its holder's will. */
class ReleaseTest {

  private static final String A = "a";

  @Test
  void release_replyLostThenNotHeld_isReleased() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    PlayedCall first = scene.gateway.take("release");
    first.unanswered();
    assertThat(released).isNotDone();
    scene.advance(millis(20));
    PlayedCall second = scene.gateway.take("release");
    assertThat(second.holder()).isEqualTo(first.holder());
    second.notHeld();
    assertThat(released).isCompleted();
    assertThat(scene.eventKinds()).containsExactly("Acquired", "Released");
    scene.expectNothingLeft();
  }

  @Test
  void release_notHeldButPerhapsByItsOwnCopy_isReleased() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").notHeldRepeated();
    assertThat(released).isCompleted();
    scene.expectNothingLeft();
  }

  @Test
  void release_neverSentThenNotHeld_isLost() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").unsent();
    scene.advance(millis(20));
    scene.gateway.take("release").notHeld();
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void release_notHeldAtFirstTry_isLostAndTold() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("release").notHeld();
    assertThat(failure(released))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("lock 'a'")
        .hasMessageContaining(Long.toString(lease.token()));
    assertThat(now(lost).reason()).isEqualTo(LeaseLoss.Reason.RENEWAL_REFUSED);
    assertThat(lease.releaseAsync()).as("said once, then quiet").isCompleted();
    scene.expectNothingLeft();
  }

  @Test
  void release_foreignTypeUnderTheName_isLost() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").error("WRONGTYPE Operation against a key");
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void release_unansweredForTenSeconds_isUnavailableAndGoesOn() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    long waited = 0;
    while (!released.isDone()) {
      PlayedCall release = scene.gateway.take("release");
      scene.advance(millis(400));
      waited += 400;
      release.unanswered();
      if (!released.isDone()) {
        scene.advance(seconds(1));
        waited += 1_000;
      }
      assertThat(waited).isLessThan(14_000);
    }
    assertThat(waited).isGreaterThanOrEqualTo(10_000);
    assertThat(failure(released)).isInstanceOf(LockUnavailableException.class);
    scene.advance(seconds(1));
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void release_neverAnswered_endsWhenTheLeaseMustHaveExpired() {
    Scene scene = Scene.open();
    assertThat(scene.held(A).releaseAsync()).isNotDone();
    for (int i = 0;
        i < 70 && scene.gateway.open() > 0;
        i++) { // two leases: a renewal may come late
      scene.gateway.take("release").unanswered();
      scene.advance(seconds(1));
    }
    scene.expectNothingLeft();
  }

  @Test
  void release_unansweredUntilTheConnectionIsBack_isSentAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    for (int i = 0; i < 5; i++) {
      scene.gateway.take("release").unanswered();
      scene.advance(seconds(1));
    }
    scene.gateway.take("release").unanswered();
    scene.gateway.quiet();
    scene.gateway.reconnect();
    scene.gateway.take("release").released();
    assertThat(released).isCompleted();
    scene.expectNothingLeft();
  }

  @Test
  void release_errorForGood_isThrown() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").error("NOPERM no");
    assertThat(failure(released)).isInstanceOf(ServerErrorException.class);
  }

  @Test
  void release_passingError_isRetriedAndNotHeldThenMeansLost() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").error("LOADING wait");
    scene.advance(millis(20));
    scene.gateway.take("release").notHeld();
    assertThat(failure(released))
        .as("an error reply is surely not done")
        .isInstanceOf(LeaseLostException.class);
  }

  @Test
  void release_twice_secondDoesNothing() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    assertThat(lease.releaseAsync()).isNotDone();
    assertThat(lease.releaseAsync()).isCompleted();
    lease.close();
    scene.gateway.take("release").released();
    scene.gateway.quiet();
  }

  @Test
  void release_unansweredWhileAnotherWaits_itsMessageWakes() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> next = behindAnUnansweredRelease(scene);
    scene.gateway.take("release").released();
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  @Test
  void release_unansweredWhileAnotherWaits_itsEndWakesEvenIfUnheard() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> next = behindAnUnansweredRelease(scene);
    scene.gateway.take("release").releasedUnheard();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  /** A waiter that is refused by our own old tenure, whose release is sent for the second time. */
  private static CompletableFuture<Lease> behindAnUnansweredRelease(Scene scene) {
    assertThat(scene.held(A).releaseAsync()).isNotDone();
    PlayedCall release = scene.gateway.take("release");
    CompletableFuture<Lease> next = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    release.unanswered();
    acquire.refused(29_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(29_000);
    scene.advance(millis(20));
    return next;
  }

  @Test
  void ensureHeld_afterRelease_saysReleased() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    assertThat(lease.releaseAsync()).isNotDone();
    assertThatThrownBy(lease::ensureHeld)
        .isExactlyInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("lock 'a'")
        .hasMessageContaining("released");
    assertThat(lease.remaining()).isZero();
  }

  @Test
  void close_afterLossThatWasThrown_isQuiet() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    scene.timers.pass(seconds(5));
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    lease.close();
    scene.gateway.take("release").notHeld();
    scene.timers.fireDue();
    scene.expectNothingLeft();
  }

  @Test
  void close_afterLossNobodyMentioned_throwsOnce() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    scene.advance(seconds(5));
    scene.gateway.take("release").notHeld();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    lease.close();
    scene.expectNothingLeft();
  }

  // ---- leave

  @Test
  void leave_stopsRenewingAndSendsNothing() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    lease.leave();
    assertThat(lease.isHeld()).isFalse();
    lease.close();
    scene.advance(seconds(60));
    scene.expectNothingLeft();
    assertThat(scene.eventKinds()).containsExactly("Acquired");
    assertThatThrownBy(lease::ensureHeld).hasMessageContaining("left");
  }

  @Test
  void leave_withWaiters_theyAskTheServerUnderAnotherName() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.acquire(A);
    PlayedCall granted = scene.gateway.take("acquire");
    granted.granted(scene.stamp());
    CompletableFuture<Lease> next = scene.acquire(A);
    now(first).leave();
    PlayedCall acquire = scene.gateway.take("acquire");
    assertThat(acquire.holder()).isNotEqualTo(granted.holder());
    acquire.refused(29_999);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(29_999);
    scene.advance(seconds(30));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(next).isCompleted();
  }

  @Test
  void release_ofWhatIsLost_isNoReleaseInEvents() {
    Scene scene = Scene.open();
    CompletableFuture<Void> released = scene.held(A).releaseAsync();
    scene.gateway.take("release").notHeld();
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
    assertThat(scene.eventKinds()).containsExactly("Acquired", "Lost");
  }

  @Test
  void release_yieldNotDone_isAnsweredByTheReleaseBehindIt() {
    for (String how : new String[] {"error", "unsent"}) {
      Scene scene = Scene.plan().budget(0, millis(50)).open();
      Lease lease = scene.held(A);
      assertThat(scene.acquire(A)).isNotDone();
      CompletableFuture<Void> released = lease.releaseAsync();
      PlayedCall yielded = scene.gateway.take("yield");
      if (how.equals("error")) {
        yielded.error("READONLY You can't write against a read only replica.");
      } else {
        yielded.unsent();
      }
      scene.gateway.take("release").notHeld();
      assertThat(failure(released)).as(how).isInstanceOf(LeaseLostException.class);
    }
  }

  @Test
  void release_neverAnswered_isUnknownHoweverShortTheLease() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(1)));
    CompletableFuture<Void> released = lease.releaseAsync();
    for (int i = 0; i < 200 && !released.isDone(); i++) {
      while (scene.gateway.open() > 0) {
        scene.gateway.take("release").unanswered();
      }
      scene.advance(millis(100));
    }
    assertThat(failure(released)).isInstanceOf(LockUnavailableException.class);
    scene.expectNothingLeft();
  }

  /** Lost before, or run out on its way: nobody knows. */
  @Test
  void release_foundGoneAfterTheEndOfTheLease_isUnknown() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(1)));
    scene.advance(millis(500));
    CompletableFuture<Void> released = lease.releaseAsync();
    PlayedCall release = scene.gateway.take("release");
    scene.advance(millis(600));
    release.notHeld();
    assertThat(failure(released)).isInstanceOf(LockUnavailableException.class);
  }
}
