package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Leadership;
import io.holdfast.LeadershipEnd.Cause;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseView;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** One leads; gained and lost come in turn, once each, whatever happens. */
class LeadershipTest extends LeadershipFixture {

  // ---- standing

  @Test
  void campaign_granted_leadsWithALease() {
    Scene scene = Scene.open();
    Leadership leadership = leading(scene);
    assertThat(told).containsExactly("gained");
    LeaseView lease = leases.get(0);
    assertThat(lease.lockName()).isEqualTo(A).isEqualTo(leadership.name());
    assertThat(lease.token()).isPositive();
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.remaining()).isPositive();
    assertThat(leadership.current()).contains(lease);
    lease.ensureHeld();
  }

  @Test
  void campaign_refused_waitsForItsTurn() {
    Scene scene = Scene.open();
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").refused(20_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(20_000);
    assertThat(leadership.isLeader()).isFalse();
    assertThat(leadership.current()).isEmpty();
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(leadership.isLeader()).isTrue();
    assertThat(told).containsExactly("gained");
  }

  @Test
  void campaign_leaseTime_isThatOfTheLock() {
    Scene scene = Scene.open();
    Leadership leadership = candidate(scene).leaseTime(seconds(12)).campaign();
    assertThat(scene.gateway.take("acquire").leaseMillis()).isEqualTo(12_000);
    assertThat(leadership.isLeader()).isFalse();
  }

  @Test
  void campaign_leaseTimeTooShortForTheClient_isSaidAtOnce() {
    Scene scene = Scene.open();
    assertThatThrownBy(() -> candidate(scene).leaseTime(seconds(1)).campaign())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT1S");
    scene.expectNothingLeft();
  }

  @Test
  void campaign_noAnswer_isRepeatedUntilThereIsOne() {
    Scene scene = Scene.open();
    Leadership leadership = candidate(scene).campaign();
    for (int tenths = 0; tenths < 300; tenths++) { // the lock gives up after every 10 s
      PlayedCall call;
      while ((call = scene.gateway.poll()) != null) {
        call.unanswered();
        scene.gateway.answered();
      }
      scene.advance(millis(100));
    }
    assertThat(scene.eventKinds()).filteredOn("NotAcquired"::equals).hasSizeGreaterThan(1);
    assertThat(told).isEmpty();
    scene.advance(seconds(10));
    scene.gateway.pick("acquire").granted(scene.stamp());
    assertThat(leadership.isLeader()).isTrue();
    assertThat(told).containsExactly("gained");
  }

  @Test
  void campaign_errorReply_pausesLongerEachTimeUpToALimit() {
    Scene scene = Scene.open();
    Leadership leadership = candidate(scene).campaign();
    long pause = 250;
    for (int i = 0; i < 8; i++) {
      scene.gateway.take("acquire").error("NOPERM this user has no permissions");
      scene.advance(millis(pause - 1));
      scene.gateway.quiet();
      scene.advance(millis(1));
      pause = Math.min(2 * pause, 10_000);
    }
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(leadership.isLeader()).isTrue();
  }

  // ---- losing

  @Test
  void leader_leaseRefused_isToldAndStandsAgain() {
    Scene scene = Scene.open();
    Leadership leadership = leading(scene);
    scene.advance(seconds(10));
    scene.gateway.take("renew").notHeld();
    assertThat(told).containsExactly("gained", "lost LEASE_LOST");
    assertThat(leadership.isLeader()).isFalse();
    assertThat(ends.get(0).token()).isEqualTo(leases.get(0).token());
    assertThat(ends.get(0).toString()).contains("'a'").contains("no longer");
    scene.gateway.pick("acquire").granted(scene.stamp());
    assertThat(leadership.isLeader()).isTrue();
    assertThat(told).containsExactly("gained", "lost LEASE_LOST", "gained");
    assertThat(leases.get(1).token()).isGreaterThan(leases.get(0).token());
  }

  @Test
  void leader_deadlinePassed_leadsNoLongerByItsOwnClock() {
    Scene scene = Scene.open();
    Leadership leadership = leading(scene);
    scene.timers.pass(seconds(31)); // nobody has served a timer: the process slept
    assertThat(leadership.isLeader()).isFalse();
    assertThat(told).containsExactly("gained", "lost LEASE_LOST");
    assertThatThrownBy(() -> leases.get(0).ensureHeld()).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void leader_lostWhileGainedRuns_lostWaitsForItsEnd() {
    Scene scene = Scene.open();
    Leadership leadership = scene
        .client
        .leader(A)
        .onGained(lease -> {
          told.add("gained");
          scene.timers.pass(seconds(31));
          told.add("held " + lease.isHeld());
        })
        .onLost(end -> told.add("lost"))
        .campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(told).containsExactly("gained", "held false", "lost");
    assertThat(leadership.isLeader()).isFalse();
  }

  @Test
  void leader_lostBeforeGainedIsCalled_isNotToldOfEither() {
    Deque<Runnable> executor = new ArrayDeque<>();
    Scene scene = Scene.plan().executor(executor::add).open();
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    executor.remove().run(); // the event
    executor.remove().run(); // the lease arrives
    scene.timers.pass(seconds(31));
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
    assertThat(told).isEmpty();
    assertThat(leadership.isLeader()).isFalse();
    scene.gateway.pick("acquire").granted(scene.stamp());
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
    assertThat(told).containsExactly("gained");
  }

  // ---- callbacks that fail

  @Test
  void gained_throws_resignsAndStandsAgainAfterAPause() {
    Scene scene = Scene.open();
    Leadership leadership = scene
        .client
        .leader(A)
        .onGained(lease -> {
          told.add("gained");
          throw new IllegalStateException("planned");
        })
        .onLost(end -> told.add("lost " + end.cause() + " " + end.detail()))
        .campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(told).hasSize(2);
    assertThat(told.get(1)).contains("GAINED_FAILED").contains("planned");
    assertThat(leadership.isLeader()).isFalse();
    scene.gateway.take("release").released();
    scene.advance(millis(249));
    scene.gateway.quiet();
    scene.advance(millis(1));
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.gateway.take("release").released();
    scene.advance(millis(499));
    scene.gateway.quiet();
    assertThat(told).hasSize(4);
  }

  @Test
  void lost_throws_standsAgain() {
    Scene scene = Scene.open();
    scene
        .client
        .leader(A)
        .onGained(lease -> told.add("gained"))
        .onLost(end -> {
          told.add("lost");
          throw new AssertionError("planned");
        })
        .campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.advance(seconds(10));
    scene.gateway.take("renew").notHeld();
    scene.gateway.pick("acquire").granted(scene.stamp());
    assertThat(told).containsExactly("gained", "lost", "gained");
  }

  // ---- threads

  @Test
  void callbacks_runOnTheClientsExecutor() throws Exception {
    Deque<Runnable> executor = new ArrayDeque<>();
    Scene scene = Scene.plan().executor(executor::add).open();
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(told).isEmpty();
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
    assertThat(told).containsExactly("gained");
    Thread closing = closing(leadership);
    Scene.parked(closing);
    assertThat(told).as("not by the thread that closes").containsExactly("gained");
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
    assertThat(told).containsExactly("gained", "lost " + Cause.RESIGNED);
    scene.gateway.take("release").released();
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
    Scene.join(closing);
  }
}
