package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Renewal: when, how many in a call, what its answers do and do not do. */
class WatchdogTest {

  private static final String A = "a";

  @Test
  void renewedLease_tooShortForTheCommandTimeout_isRefusedWithTheWayOut() {
    Scene scene = Scene.open();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.lock(A).acquireAsync(LeaseOptions.renewed(seconds(6))))
        .withMessageContaining("lease time PT6S is too short to be renewed")
        .withMessageContaining("PT2S")
        .withMessageContaining("HoldfastBuilder.commandTimeout, or use LeaseOptions.fixed");
    scene.expectNothingLeft();
  }

  @Test
  void renewal_held_comesAtAThirdAndNotMuchEarlier() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(millis(8_999));
    scene.gateway.quiet();
    scene.advance(millis(1_001));
    PlayedCall renew = scene.gateway.take("renew");
    assertThat(renew.leaseMillis()).isEqualTo(30_000);
    renew.renewed();
    assertThat(lease.remaining()).isGreaterThan(seconds(28));
    scene.gateway.quiet();
  }

  @Test
  void renewal_heldForLong_goesOnWithTheSameHolder() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advanceRenewing(Duration.ofMinutes(5));
    assertThat(lease.isHeld()).isTrue();
    assertThat(scene.gateway.log().size()).isBetween(30, 36);
  }

  @Test
  void renewal_ownLeaseTime_isUsed() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.renewed(seconds(90)));
    scene.advance(seconds(28));
    scene.gateway.quiet();
    scene.advance(seconds(2));
    assertThat(scene.gateway.take("renew").leaseMillis()).isEqualTo(90_000);
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void renewal_leaseTooShortForTheCommandTimeout_isRefused() {
    Scene scene = Scene.open();
    assertThatThrownBy(() -> scene.acquire(A, LeaseOptions.renewed(seconds(6))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT6S")
        .hasMessageContaining("PT2S");
    scene.expectNothingLeft();
  }

  @Test
  void renewal_fixedLease_neverComes() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    scene.advance(seconds(59));
    scene.gateway.quiet();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void renewal_afterRelease_neverComes() {
    Scene scene = Scene.open();
    assertThat(scene.held(A).releaseAsync()).isNotDone();
    scene.gateway.take("release").released();
    scene.advance(seconds(100));
    scene.expectNothingLeft();
  }

  @Test
  void batch_manyNames_atMost500InACall() {
    Scene scene = Scene.open();
    for (int i = 0; i < 1_201; i++) {
      assertThat(scene.held("n" + i).isHeld()).isTrue();
    }
    scene.advance(seconds(10));
    Set<String> renewed = new HashSet<>();
    List<Integer> sizes = new ArrayList<>();
    while (scene.gateway.open() > 0) {
      PlayedCall renew = scene.gateway.take("renew");
      sizes.add(renew.names().size());
      renewed.addAll(renew.names());
      assertThat(renew.call().arguments()).hasSize(renew.names().size() + 2);
      renew.renewed();
    }
    assertThat(sizes).containsExactlyInAnyOrder(500, 500, 201);
    assertThat(renewed).hasSize(1_201);
  }

  @Test
  void batch_cluster_onePartitionInACall() {
    Scene scene = Scene.plan().cluster(key -> key.contains("x") ? 1 : 2).open();
    for (String name : List.of("x1", "y1", "x2", "y2", "y3")) {
      assertThat(scene.held(name).isHeld()).isTrue();
    }
    scene.advance(seconds(10));
    List<Set<String>> calls = new ArrayList<>();
    while (scene.gateway.open() > 0) {
      PlayedCall renew = scene.gateway.take("renew");
      calls.add(Set.copyOf(renew.names()));
      renew.renewed();
    }
    assertThat(calls).containsExactlyInAnyOrder(Set.of("x1", "x2"), Set.of("y1", "y2", "y3"));
  }

  @Test
  void batch_holders_standInTheOrderOfTheirNames() {
    Scene scene = Scene.open();
    List<String> holders = new ArrayList<>();
    List<String> names = List.of("p", "q", "r");
    for (String name : names) {
      CompletableFuture<Lease> lease = scene.acquire(name);
      PlayedCall acquire = scene.gateway.take("acquire");
      holders.add(acquire.holder());
      acquire.granted(scene.stamp());
      assertThat(lease).isCompleted();
    }
    scene.advance(seconds(10));
    PlayedCall renew = scene.gateway.take("renew");
    for (int i = 0; i < 3; i++) {
      assertThat(renew.argument(2 + i))
          .isEqualTo(holders.get(names.indexOf(renew.names().get(i))));
    }
  }

  @Test
  void batch_failingPartition_doesNotDelayAnother() {
    Scene scene = Scene.plan().cluster(key -> key.contains("x") ? 1 : 2).open();
    Lease healthy = scene.held("y");
    Lease cut = scene.held("x");
    CompletableFuture<LeaseLoss> lost = cut.lost().toCompletableFuture();
    for (int i = 0; i < 310; i++) {
      scene.advance(millis(100));
      List<PlayedCall> open = new ArrayList<>();
      while (scene.gateway.open() > 0) {
        PlayedCall call = scene.gateway.pick(
            scene.gateway.log().get(scene.gateway.log().size() - 1).split(" ", -1)[0]);
        open.add(call);
      }
      for (PlayedCall call : open) {
        if (call.name().equals("y")) {
          call.renewed();
        } else {
          call.unanswered();
        }
      }
    }
    assertThat(healthy.isHeld()).isTrue();
    assertThat(now(lost).reason()).isEqualTo(Reason.DEADLINE_PASSED);
  }

  @Test
  void answers_perName_touchOnlyThatName() {
    Scene scene = Scene.open();
    Lease a = scene.held("a");
    Lease b = scene.held("b");
    Lease c = scene.held("c");
    scene.advance(seconds(10));
    PlayedCall renew = scene.gateway.take("renew");
    List<Object> answers = new ArrayList<>();
    for (String name : renew.names()) {
      answers.add(name.equals("a") ? (Object) 1L : name.equals("b") ? (Object) 0L : "WRONGTYPE x");
    }
    renew.value(answers);
    assertThat(a.isHeld()).isTrue();
    assertThat(b.isHeld()).isFalse();
    assertThat(c.isHeld()).as("another type stands there now").isFalse();
  }

  @Test
  void unanswered_renewal_isRetriedInsideTheDeadline() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(seconds(10));
    scene.gateway.take("renew").unanswered();
    scene.advance(seconds(1));
    scene.gateway.take("renew").error("LOADING wait");
    scene.advance(seconds(1));
    scene.gateway.take("renew").error("NOPERM what");
    scene.advance(seconds(1));
    scene.gateway.take("renew").renewed();
    assertThat(lease.remaining()).isGreaterThan(seconds(28));
  }

  @Test
  void renewal_inFlight_isNotSentTwice() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(seconds(10));
    PlayedCall renew = scene.gateway.take("renew");
    scene.advance(seconds(2));
    scene.gateway.quiet();
    renew.renewed();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void atRisk_renewalLate_isSaidOnceAndAgainAfterARecovery() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    for (int i = 0; i < 20; i++) {
      scene.advance(seconds(1));
      while (scene.gateway.open() > 0) {
        scene.gateway.take("renew").unsent();
      }
    }
    assertThat(scene.eventKinds()).containsExactly("Acquired", "AtRisk");
    LockEvent.AtRisk risk = (LockEvent.AtRisk) scene.events.get(1);
    assertThat(risk.remaining()).isBetween(seconds(13), seconds(15));
    assertThat(lease.isHeld()).isTrue();
    scene.advance(seconds(1));
    scene.gateway.take("renew").renewed();
    assertThat(scene.eventKinds()).containsExactly("Acquired", "AtRisk", "Renewed");
    for (int i = 0; i < 20; i++) {
      scene.advance(seconds(1));
      while (scene.gateway.open() > 0) {
        scene.gateway.take("renew").unsent();
      }
    }
    assertThat(scene.eventKinds()).containsExactly("Acquired", "AtRisk", "Renewed", "AtRisk");
  }

  @Test
  void unanswered_untilTheDeadline_isLostWithinOneRound() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    for (int i = 0; i < 31 && !lost.isDone(); i++) {
      scene.advance(seconds(1));
      while (!lost.isDone() && scene.gateway.open() > 0) {
        scene.gateway.take("renew").unsent();
      }
    }
    assertThat(now(lost).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    scene.gateway.take("release").notHeld();
    scene.advance(seconds(1));
    scene.expectNothingLeft();
  }

  @Test
  void refused_renewal_isLostAndReleased() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.advance(seconds(9));
    PlayedCall renew = scene.gateway.take("renew");
    renew.notHeld();
    assertThat(now(lost).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    PlayedCall release = scene.gateway.take("release");
    assertThat(release.holder()).isEqualTo(renew.holder());
    release.notHeld();
    scene.advance(seconds(1));
    scene.expectNothingLeft();
  }

  @Test
  void lateAnswer_ofAnOldTenure_doesNotTouchTheNewOne() {
    for (boolean held : new boolean[] {true, false}) {
      Scene scene = Scene.open();
      CompletableFuture<Lease> first = scene.contended(A, 5_000); // its ear keeps the delegate
      scene.gateway.message(A);
      scene.gateway.take("acquire").granted(scene.stamp());
      Lease old = now(first);
      scene.advance(seconds(9));
      PlayedCall renew = scene.gateway.take("renew");
      assertThat(old.releaseAsync()).isNotDone();
      scene.gateway.take("release").released();
      scene.timers.pass(millis(900));
      Lease fresh = scene.held(A);
      Duration before = fresh.remaining();
      assertThat(scene.client.footprint()).isEqualTo(new Footprint(1, 1, 1, 0, 0));
      scene.events.clear();
      if (held) {
        renew.renewed();
      } else {
        renew.notHeld();
      }
      assertThat(fresh.isHeld()).isTrue();
      assertThat(fresh.remaining()).isEqualTo(before);
      assertThat(scene.events).isEmpty();
      scene.gateway.quiet();
      scene.advanceRenewing(seconds(60));
      assertThat(fresh.isHeld()).as("the new one's renewal goes on").isTrue();
    }
  }

  @Test
  void lateAnswer_overtakenByANewerRenewal_changesNothing() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    Lease lease = now(first);
    scene.advance(seconds(10));
    PlayedCall byWatchdog = scene.gateway.take("renew");
    scene.timers.pass(seconds(1));
    scene.gateway.message(A);
    PlayedCall byMessage = scene.gateway.take("renew");
    byMessage.renewed();
    Duration left = lease.remaining();
    byWatchdog.renewed();
    assertThat(lease.remaining()).isEqualTo(left);
  }

  @Test
  void handOver_renewalGoesOnForTheNextHolder() {
    Scene scene = Scene.open();
    Lease first = scene.held(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.advance(millis(10));
    assertThat(first.releaseAsync()).isCompleted();
    scene.advanceRenewing(seconds(100));
    assertThat(now(second).isHeld()).isTrue();
  }

  /** If the gateway throws once, inside the watchdog's round, later rounds must come all the same. */
  @Test
  void round_gatewayThrows_laterRoundsStillCome() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.gateway.breakBy(call -> new IllegalStateException("boom"));
    for (int i = 0; i < 2; i++) {
      try {
        scene.advance(seconds(5));
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("boom"); // as the timers' thread would log it
      }
    }
    scene.gateway.breakBy(null);
    scene.advance(seconds(5));
    scene.gateway.take("renew").renewed();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void renewal_afterAHandOver_asksForTheNextHoldersLeaseTime() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> gone = scene.acquire(A);
    CompletableFuture<Lease> shorter = scene.acquire(A, LeaseOptions.renewed(seconds(7)));
    CompletableFuture<Lease> next = scene.acquire(A);
    gone.cancel(false);
    scene.gateway.take("acquire").granted(scene.stamp()); // asked for by who has left
    assertThat(now(shorter).releaseAsync()).isCompleted();
    assertThat(now(next).isHeld()).isTrue();
    scene.advance(seconds(10));
    assertThat(scene.gateway.take("renew").leaseMillis()).isEqualTo(30_000);
  }

  /** A slot on the move: some of the names are here, some are there. */
  @Test
  void renewal_ofNamesOnTheMove_isSentOneByOne() {
    Scene scene = Scene.plan().cluster(name -> 0).open();
    List<Lease> leases = List.of(scene.held("{s}:1"), scene.held("{s}:2"), scene.held("{s}:3"));
    scene.advance(seconds(10));
    scene.gateway.take("renew").error("TRYAGAIN Multiple keys request during rehashing of slot");
    scene.gateway.quiet();
    scene.advance(
        seconds(1)); // in its next round, so that whoever is released meanwhile is left out
    Set<String> names = new HashSet<>();
    for (int i = 0; i < leases.size(); i++) {
      PlayedCall one = scene.gateway.take("renew");
      assertThat(one.names()).hasSize(1);
      names.add(one.name());
      one.renewed();
    }
    assertThat(names).hasSize(3);
    scene.gateway.quiet();
    assertThat(leases).allMatch(lease -> lease.remaining().compareTo(seconds(28)) > 0);
  }
}
