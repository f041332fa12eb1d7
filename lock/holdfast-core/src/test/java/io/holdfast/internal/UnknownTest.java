package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No answer, and error replies: never taken for granted or refused, and cleaned up. */
class UnknownTest {

  private static final String A = "a";

  @Test
  void unknown_acquire_isRetriedWithTheSameHolder() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall first = scene.gateway.take("acquire");
    scene.advance(seconds(2));
    first.unanswered();
    scene.gateway.quiet();
    scene.advance(millis(5));
    PlayedCall second = scene.gateway.take("acquire");
    assertThat(second.holder()).isEqualTo(first.holder());
    second.granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
    scene.gateway.quiet();
  }

  @Test
  void unknown_acquireAfterRefusals_isRetriedWithTheSameHolder() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message(A);
    PlayedCall first = scene.gateway.take("acquire");
    first.unanswered();
    scene.advance(millis(5));
    assertThat(scene.gateway.take("acquire").holder()).isEqualTo(first.holder());
    assertThat(waiter).isNotDone();
  }

  @Test
  void unknown_again_pausesGrow() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    for (long pause : new long[] {5, 10, 20, 40, 80, 160, 320, 500, 500}) {
      scene.gateway.take("acquire").unsent();
      scene.advance(millis(pause - 1));
      scene.gateway.quiet();
      scene.advance(millis(1));
    }
    assertThat(waiter).isNotDone();
  }

  @Test
  void unknown_thenReconnected_isRetriedAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").unsent();
    scene.gateway.quiet();
    scene.gateway.reconnect();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void unsent_noTimeToAskAgain_isSaid() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> asked = scene.tryAcquire(A, Duration.ZERO);
    scene.gateway.take("acquire").unsent();
    assertThat(failure(asked))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessage(
            "lock 'a': no answer from the server after 0 ms; the last request could not be sent"
                + " (not connected)");
  }

  @Test
  void unknown_thenWithdrawn_releasesNowAndOnceMoreAfterNotAfter() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(500)); // say the connection broke
    acquire.unanswered();
    assertThat(waiter.cancel(false)).isTrue();
    PlayedCall release = scene.gateway.take("release");
    assertThat(release.holder()).isEqualTo(acquire.holder());
    release.notHeld();
    assertThat(scene.client.footprint().farewells()).isEqualTo(1);
    scene.advance(millis(1_499));
    scene.gateway.quiet();
    scene.advance(millis(1)); // the server refuses later copies
    PlayedCall last = scene.gateway.take("release");
    assertThat(last.holder()).isEqualTo(acquire.holder());
    last.notHeld();
    scene.expectNothingLeft();
  }

  @Test
  void unknown_thenWithdrawnWhileTheRetryIsInFlight_grantIsReleased() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(5));
    PlayedCall retry = scene.gateway.take("acquire");
    assertThat(waiter.cancel(false)).isTrue();
    retry.granted(scene.stamp());
    PlayedCall release = scene.gateway.take("release");
    assertThat(release.holder()).isEqualTo(retry.holder());
    release.released();
    scene.advance(seconds(3));
    while (scene.gateway.open() > 0) {
      scene.gateway.take("release").notHeld();
    }
    scene.expectNothingLeft();
  }

  @Test
  void unsent_thenWithdrawn_needsNoRelease() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").unsent();
    assertThat(waiter.cancel(false)).isTrue();
    scene.expectNothingLeft();
  }

  @Test
  void unknownThenRefused_thenWithdrawn_releasesWhatACopyMayHaveTakenSince() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").refused(9_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(9_000);
    scene.advance(seconds(3)); // no copy can run any more, but one may have run
    assertThat(waiter.cancel(false)).isTrue();
    scene.gateway.take("release").notHeld();
    scene.advance(seconds(6));
    scene.expectNothingLeft();
  }

  /**
   * What the client knows of the server's time may be late by a round trip: the server then accepts
   * copies for longer than one command timeout, and the last release must wait for that.
   */
  @Test
  void unknown_thenWithdrawnWithASlowlyLearntServerTime_lastReleaseIsAfterNotAfter() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> other = scene.acquire("b");
    PlayedCall slow = scene.gateway.take("acquire");
    scene.advance(millis(1_500));
    slow.granted(scene.stamp()); // the server's time in it is 1.5 s after the request was sent
    assertThat(other).isCompleted();

    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    long notAfter = Long.parseLong(acquire.argument(3));
    acquire.unanswered();
    assertThat(waiter.cancel(false)).isTrue();
    scene.gateway.take("release").notHeld();
    while (scene.gateway.open() == 0) {
      scene.advance(millis(10));
    }
    scene.gateway.take("release");
    assertThat(scene.ticker.serverMicros())
        .as("server time at the last release")
        .isGreaterThanOrEqualTo(notAfter);
  }

  @Test
  void unavailable_noAnswerForTenSeconds_headAndOthersEachAfterTheirOwn() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> head = scene.acquire(A);
    CompletableFuture<Lease> early = scene.acquire(A);
    PlayedCall call = scene.gateway.take("acquire");
    scene.advance(seconds(2));
    CompletableFuture<Lease> late = scene.acquire(A);
    call.unanswered();
    for (int i = 0; i < 4; i++) {
      assertThat(head).isNotDone();
      scene.advance(millis(500));
      call = scene.gateway.take("acquire");
      scene.advance(millis(1_500));
      call.unanswered();
    }
    assertThat(failure(head))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("lock 'a'")
        .hasMessageContaining("10000 ms")
        .hasMessageContaining("unknown");
    assertThat(failure(early)).isInstanceOf(LockUnavailableException.class);
    assertThat(late).isNotDone();
    scene.advance(millis(500));
    call = scene.gateway.take("acquire");
    scene.advance(millis(1_500));
    call.unanswered();
    assertThat(failure(late)).isInstanceOf(LockUnavailableException.class);

    assertThat(scene.gateway.take("release").holder()).isEqualTo(call.holder());
  }

  @Test
  void unavailable_serverSpokeMeanwhile_clockStartsAnew() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 60_000);
    for (int i = 0; i < 12; i++) {
      scene.advance(seconds(5));
      scene.gateway.take("acquire").refused(60_000);
    }
    scene.gateway.message(A);
    PlayedCall call = scene.gateway.take("acquire");
    scene.advance(seconds(2));
    call.unanswered();
    assertThat(waiter).as("silent for 2 s, not for 62 s").isNotDone();
  }

  @Test
  void unavailable_afterwards_nextCallerIsServedAndNothingStays() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> once = scene.tryAcquire(A, Duration.ZERO);
    scene.gateway.take("acquire").unanswered();
    assertThat(failure(once)).isInstanceOf(LockUnavailableException.class);
    scene.gateway.take("release").notHeld();
    scene.advance(seconds(2));
    scene.gateway.take("release").notHeld();
    scene.expectNothingLeft();
    assertThat(scene.held(A).isHeld()).isTrue();
  }

  @Test
  void once_unknown_isUnavailableAndReleased() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> once = scene.tryAcquire(A, Duration.ZERO);
    PlayedCall acquire = scene.gateway.take("acquire");
    acquire.unanswered();
    assertThat(failure(once)).isInstanceOf(LockUnavailableException.class);
    assertThat(scene.gateway.take("release").holder()).isEqualTo(acquire.holder());
  }

  @Test
  void once_passingError_isUnavailableWithTheServersWords() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> once = scene.tryAcquire(A, Duration.ZERO);
    scene.gateway.take("acquire").error("LOADING Redis is loading the dataset in memory");
    assertThat(failure(once))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("LOADING");
    scene.expectNothingLeft();
  }

  @Test
  void timedWait_overWhileInFlight_unknownIsUnavailable() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.advance(millis(800));
    PlayedCall acquire = scene.gateway.take("acquire");
    acquire.unanswered();
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
    assertThat(scene.gateway.take("release").holder()).isEqualTo(acquire.holder());
  }

  @Test
  void timedWait_overBetweenTwoUnansweredTries_isUnavailable() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> waiter = scene.tryAcquire(A, millis(700));
    scene.advance(millis(699));
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(1));
    assertThat(failure(waiter)).isInstanceOf(LockUnavailableException.class);
    scene.gateway.take("release");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LOADING Redis is loading",
        "READONLY You can't write against a read only replica.",
        "TRYAGAIN Multiple keys",
        "CLUSTERDOWN The cluster is down",
        "MASTERDOWN Link with MASTER is down",
        "BUSY Redis is busy running a script"
      })
  void error_passing_isRetriedWithTheSameHolder(String error) {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall first = scene.gateway.take("acquire");
    first.error(error);
    assertThat(waiter).isNotDone();
    scene.advance(millis(5));
    PlayedCall second = scene.gateway.take("acquire");
    assertThat(second.holder()).isEqualTo(first.holder());
    second.granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void error_passingForTenSeconds_isUnavailable() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    for (int i = 0; i < 100 && !waiter.isDone(); i++) {
      scene.gateway.take("acquire").error("CLUSTERDOWN The cluster is down");
      scene.advance(millis(500));
    }
    assertThat(failure(waiter))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("CLUSTERDOWN");
    scene.expectNothingLeft();
  }

  @Test
  void error_forGood_isThrownAtOnceToAll() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.acquire(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    CompletableFuture<Optional<Lease>> third = scene.tryAcquire(A, seconds(5));
    scene.gateway.take("acquire").error("NOPERM this user has no permissions to run 'evalsha'");
    for (CompletableFuture<?> waiter : List.of(first, second, third)) {
      assertThat(failure(waiter))
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("lock 'a'")
          .hasMessageContaining("NOPERM");
    }
    scene.expectNothingLeft();
  }

  @Test
  void error_wrongType_namesTheTypeFound() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").error("WRONGTYPE Operation against a key");
    assertThat(waiter).isNotDone();
    scene.gateway.take("inspect").value(List.of("string"));
    assertThat(failure(waiter))
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("string");
    scene.expectNothingLeft();
  }

  @Test
  void error_wrongTypeAndInspectUnanswered_theFirstErrorIsThrown() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").error("WRONGTYPE Operation against a key");
    scene.gateway.take("inspect").unanswered();
    assertThat(failure(waiter))
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("WRONGTYPE");
    scene.expectNothingLeft();
  }

  @Test
  void readWriteLock_ofThatName_isSaid() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").value(List.of(3L, "read/write lock"));
    assertThat(failure(waiter))
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("read/write");
    scene.expectNothingLeft();
  }

  @Test
  void noScript_sameCallIsSentInFull() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall bySha = scene.gateway.take("acquire");
    assertThat(bySha.call().bySha()).isTrue();
    bySha.error("NOSCRIPT No matching script. Please use EVAL.");
    PlayedCall inFull = scene.gateway.take("acquire");
    assertThat(inFull.call().bySha()).isFalse();
    assertThat(inFull.call().keys()).isEqualTo(bySha.call().keys());
    assertThat(inFull.call().arguments()).isEqualTo(bySha.call().arguments());
    assertThat(inFull.call().source()).isEqualTo(bySha.call().source());
    inFull.granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void noScript_leaseIsCountedFromTheFirstSend() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall bySha = scene.gateway.take("acquire");
    scene.advance(millis(100));
    bySha.error("NOSCRIPT No matching script.");
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).remaining()).isEqualTo(millis(29_600));
  }

  @Test
  void noScript_evenInFull_isThrownAndNotRepeatedForEver() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").error("NOSCRIPT No matching script.");
    scene.gateway.take("acquire").error("NOSCRIPT No matching script.");
    assertThat(failure(waiter)).isInstanceOf(ServerErrorException.class);
    scene.expectNothingLeft();
  }
}
