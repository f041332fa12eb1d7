package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sleeping and waking: no wake-up is lost, no sleep is too long, no subscription stays. */
class WaitingTest {

  private static final String A = "a";
  private static final String CHANNEL = "redisson_lock__channel:{a}";

  @Test
  void subscription_acknowledgedWhileWeStillAsk_isHeard() {
    Scene scene = Scene.open();
    scene.gateway.acknowledgeAtOnce();
    CompletableFuture<Lease> lease = scene.acquire(A);
    scene.gateway.take("acquire").refused(30_000);

    scene.gateway.take("acquire").granted(scene.stamp()); // a release may have gone unheard before
    assertThat(lease).isCompleted();
  }

  @Test
  void refused_first_subscribesOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").refused(5_000);
    assertThat(scene.gateway.log()).filteredOn(line -> line.startsWith("sub")).hasSize(1);
    assertThat(waiter).isNotDone();
  }

  @Test
  void subscribed_acknowledged_triesAgainAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").refused(5_000);
    scene.gateway.quiet();
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void subscribed_againAfterReconnect_triesAgainAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void reconnected_asleep_triesAgainAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.reconnect();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void message_asleep_triesAgainAtOnce() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void message_ofAnotherLock_wakesNobody() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message("b");
    scene.gateway.quiet();
    assertThat(waiter).isNotDone();
  }

  @Test
  void message_whileAnAttemptIsInFlight_forcesAnother() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.gateway.message(A); // this one is released after the server refused us
    acquire.refused(30_000);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void reconnected_whileAnAttemptIsInFlight_forcesAnother() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.gateway.reconnect();
    acquire.refused(30_000);
    scene.gateway.take("acquire");
    assertThat(waiter).isNotDone();
  }

  @Test
  void message_whileAnAttemptIsInFlight_forcesOnlyOneMore() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    scene.gateway.message(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.gateway.message(A);
    scene.gateway.message(A);
    acquire.refused(30_000);
    scene.gateway.take("acquire").refused(30_000);
    scene.gateway.quiet();
    assertThat(waiter).isNotDone();
  }

  @Test
  void sleep_noMessage_endsOneMillisecondAfterTheOthersLease() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 4_000);
    scene.advance(Duration.ofNanos(4_000_999_999L));
    scene.gateway.quiet();
    scene.advance(Duration.ofNanos(1));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void sleep_keyWithoutExpiry_asksEveryFiveSeconds() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, -1);
    scene.advance(Duration.ofNanos(4_999_999_999L));
    scene.gateway.quiet();
    scene.advance(Duration.ofNanos(1));
    scene.gateway.take("acquire");
    assertThat(waiter).isNotDone();
  }

  @Test
  void sleep_inCluster_neverOverTwoSeconds() {
    Scene scene = Scene.plan().cluster(key -> 7).open();
    CompletableFuture<Lease> waiter = scene.contended(A, 20_000);
    scene.advance(Duration.ofNanos(1_999_999_999L));
    scene.gateway.quiet();
    scene.advance(Duration.ofNanos(1));
    scene.gateway.take("acquire").refused(18_000);
    scene.advance(seconds(2));
    scene.gateway.take("acquire");
    assertThat(waiter).isNotDone();
  }

  @Test
  void sleep_inClusterWithLittleLeft_endsWithTheOthersLease() {
    Scene scene = Scene.plan().cluster(key -> 7).open();
    CompletableFuture<Lease> waiter = scene.contended(A, 100);
    scene.advance(millis(101));
    scene.gateway.take("acquire");
    assertThat(waiter).isNotDone();
  }

  /** A foreign lock may have been taken "for ever": Redisson's {@code lock(Integer.MAX_VALUE, DAYS)}. */
  @Test
  void sleep_absurdRemainingTime_doesNotSpin() {
    for (long remaining :
        new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 1_000_000 + 5, 185_542_587_100_800_000L}) {
      Scene scene = Scene.open();
      CompletableFuture<Lease> waiter = scene.acquire(A);
      scene.gateway.take("acquire").refused(remaining);
      scene.gateway.acknowledge(A);
      scene.gateway.take("acquire").refused(remaining);
      scene.timers.fireDue();
      assertThat(scene.gateway.open()).as("attempts with %s ms left", remaining).isZero();
      scene.advance(seconds(4));
      assertThat(scene.gateway.open()).as("attempts with %s ms left", remaining).isZero();
      assertThat(waiter).isNotDone();
    }
  }

  @Test
  void late_answer_triesAgainAfterAMillisecondWithTheServersTime() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall first = scene.gateway.take("acquire");
    long ahead = 60_000_000;
    first.value(List.of(2L, scene.ticker.serverMicros() + ahead));
    scene.gateway.quiet();
    scene.advance(millis(1));
    PlayedCall second = scene.gateway.take("acquire");
    assertThat(Long.parseLong(second.argument(3)))
        .isGreaterThan(Long.parseLong(first.argument(3)) + ahead - 1);
    second.granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void acquire_notAfter_isOneCommandTimeoutFromNow() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    assertThat(scene.gateway.take("acquire").argument(3))
        .isEqualTo(Long.toString(scene.ticker.serverMicros() + 2_000_000));
    assertThat(waiter).isNotDone();
  }

  @Test
  void acquire_floor_isTheGreatestStampSeen() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.acquire(A);
    scene.gateway.take("acquire").granted(9_000_000_000_000_000L);
    assertThat(now(first).releaseAsync()).isNotDone();
    scene.gateway.take("release").released();
    CompletableFuture<Lease> other = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    assertThat(acquire.argument(2)).isEqualTo("9000000000000000");
    acquire.granted(9_000_000_000_000_001L);
    assertThat(now(other).token()).isGreaterThan(now(first).token());
  }

  /** Two clients with one floor must not make one stamp of it. */
  @Test
  void acquire_step_isTheClientsOwn() {
    Set<String> steps = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      Scene scene = Scene.open();
      CompletableFuture<Lease> waiter = scene.acquire(A);
      steps.add(scene.gateway.take("acquire").argument(4));
      assertThat(waiter).isNotDone();
    }
    assertThat(steps).hasSizeGreaterThan(25);
  }

  // ---- the ear

  @Test
  void subscription_lastWaiterGone_lingersFiveSecondsThenEverythingIsGone() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 5_000);
    assertThat(waiter.cancel(false)).isTrue();
    scene.advance(Duration.ofNanos(4_999_999_999L));
    assertThat(scene.gateway.log()).doesNotContain("unsubscribe " + CHANNEL);
    scene.advance(Duration.ofNanos(1));
    assertThat(scene.gateway.log()).endsWith("unsubscribe " + CHANNEL);
    scene.expectNothingLeft();
  }

  @Test
  void subscription_newWaiterWhileLingering_isKeptAndUsed() {
    Scene scene = Scene.open();
    assertThat(scene.contended(A, 5_000).cancel(false)).isTrue();
    scene.advance(seconds(4));
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").refused(20_000);
    scene.advance(seconds(4));
    assertThat(scene.gateway.log()).doesNotContain("unsubscribe " + CHANNEL);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  @Test
  void subscription_lingerEndsWhileAnAttemptIsInFlight_stillClosesLater() {
    Scene scene = Scene.open();
    assertThat(scene.contended(A, 5_000).cancel(false)).isTrue();
    scene.advance(millis(4_900));
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(200)); // the linger timer fires in between
    acquire.granted(scene.stamp());
    assertThat(now(waiter).releaseAsync()).isNotDone();
    scene.gateway.take("release").released();
    scene.advance(Duration.ofMinutes(10));
    scene.expectNothingLeft();
  }

  @Test
  void subscription_lingerEndsWhileHeld_closesAndStillWorks() {
    Scene scene = Scene.open();
    assertThat(scene.contended(A, 5_000).cancel(false)).isTrue();
    Lease lease = scene.held(A);
    scene.advance(seconds(6));
    assertThat(scene.gateway.log()).contains("unsubscribe " + CHANNEL);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.release(lease);
    scene.gateway.take("yield").granted(scene.stamp());
    assertThat(now(next).releaseAsync()).isNotDone();
    scene.gateway.take("release").released();
    scene.advance(seconds(6));
    scene.expectNothingLeft();
  }

  @Test
  void delegate_retired_nextCallerStartsAfresh() {
    Scene scene = Scene.open();
    for (int i = 0; i < 3; i++) {
      Lease lease = scene.held(A);
      assertThat(lease.releaseAsync()).isNotDone();
      scene.gateway.take("release").released();
      scene.expectNothingLeft();
    }
  }

  @Test
  void releasedByUs_ownMessage_costsOneTryAtMost() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(first).releaseAsync()).isNotDone();
    PlayedCall release = scene.gateway.take("release");
    CompletableFuture<Lease> second = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    release.released();
    scene.gateway.message(A); // our own
    acquire.refused(20_000); // bob was faster
    scene
        .gateway
        .take("acquire")
        .refused(20_000); // it might have been bob's: better once too often
    scene.gateway.quiet();
    scene.gateway.message(A); // bob's
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(second).isCompleted();
  }

  @Test
  void releasedUnheard_nextMessage_isNotTakenForOurOwn() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(first).releaseAsync()).isNotDone();
    scene.gateway.take("release").releasedUnheard();
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.gateway.take("acquire").refused(20_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire");
    assertThat(second).isNotDone();
  }

  /** {@code a} and {@code {a}} are two locks on one channel, in Redisson as well. */
  @Test
  void message_onAChannelSharedByTwoNames_wakesBoth() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> plain = scene.acquire("a");
    scene.gateway.take("acquire").refused(20_000);
    CompletableFuture<Lease> tagged = scene.acquire("{a}");
    scene.gateway.take("acquire").refused(20_000);
    scene.gateway.acknowledge(A);
    scene.gateway.pick("acquire").refused(20_000);
    scene.gateway.pick("acquire").refused(20_000);
    scene.gateway.message(A);
    assertThat(scene.gateway.open()).as("attempts after a message").isEqualTo(2);
    assertThat(plain).isNotDone();
    assertThat(tagged).isNotDone();
  }

  @Test
  void subscription_onAChannelSharedByTwoNames_staysWhileOneIsWaitedFor() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> plain = scene.contended("a", 20_000);
    CompletableFuture<Lease> tagged = scene.acquire("{a}");
    scene.gateway.take("acquire").refused(20_000);
    assertThat(tagged.cancel(false)).isTrue();
    scene.advance(seconds(6));
    assertThat(scene.gateway.log())
        .as("unsubscribed under the other's feet")
        .doesNotContain("unsubscribe " + CHANNEL);
    assertThat(plain).isNotDone();
  }

  // ---- timed waits

  @Test
  void wait_refusedLate_countsWhatRemainsFromTheSending() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").refused(3_000);
    scene.gateway.acknowledge(A);
    PlayedCall slow = scene.gateway.take("acquire");
    scene.advance(millis(1_000)); // the answer was given at once
    slow.refused(3_000);
    scene.advance(millis(2_001));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
  }
}
