package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Candidate;
import io.holdfast.Leadership;
import io.holdfast.LeadershipEnd;
import io.holdfast.LeadershipEnd.Cause;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One leads; gained and lost come in turn, once each, whatever happens. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // close() waits without end
class LeadershipTest {

  private static final String A = "a";

  /** What the callbacks were told, in order. */
  private final List<String> told = new ArrayList<>();

  private final List<LeaseView> leases = new ArrayList<>();
  private final List<LeadershipEnd> ends = new ArrayList<>();

  private Candidate candidate(Scene scene) {
    return scene
        .client
        .leader(A)
        .onGained(lease -> {
          leases.add(lease);
          told.add("gained");
        })
        .onLost(end -> {
          ends.add(end);
          told.add("lost " + end.cause());
        });
  }

  private Leadership leading(Scene scene) {
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(leadership.isLeader()).isTrue();
    return leadership;
  }

  /** Closes on a thread of its own; what it sends is for the test to answer. */
  private static Thread closing(AutoCloseable closeable) {
    Thread thread = new Thread(() -> {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void awaitCall(Scene scene, Thread thread) {
    while (scene.gateway.open() == 0 && thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  private static void closeAnswering(Scene scene, AutoCloseable closeable) throws Exception {
    Thread thread = closing(closeable);
    while (thread.isAlive()) {
      PlayedCall call = scene.gateway.poll();
      if (call != null) {
        call.released();
        scene.gateway.answered();
      }
      Thread.onSpinWait();
    }
  }

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
    assertThat(scene.eventKinds()).filteredOn("Waited"::equals).hasSizeGreaterThan(1);
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

  // ---- close

  @Test
  void close_leading_tellsThenReleases() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Leadership> self = new CompletableFuture<>();
    self.complete(scene
        .client
        .leader(A)
        .onGained(leases::add)
        .onLost(
            end -> told.add("lost " + end.cause() + ", leader " + self.join().isLeader() + ", held "
                + leases.get(0).isHeld() + ", sent " + scene.gateway.log()))
        .campaign());
    scene.gateway.take("acquire").granted(scene.stamp());
    Thread closing = closing(self.join());
    awaitCall(scene, closing);
    assertThat(told).containsExactly("lost RESIGNED, leader false, held false, sent [acquire a]");
    assertThat(leases.get(0).remaining()).isZero();
    assertThatThrownBy(() -> leases.get(0).ensureHeld())
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThat(closing.isAlive()).as("waits for the answer").isTrue();
    scene.gateway.take("release").released();
    Scene.join(closing);
    assertThat(leases.get(0).lost().toCompletableFuture()).isNotDone();
    self.join().close(); // does nothing
    assertThat(told).hasSize(1);
    scene.expectNothingLeft();
  }

  @Test
  void close_waiting_leavesTheQueue() {
    Scene scene = Scene.open();
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").refused(20_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(20_000);
    leadership.close();
    scene.gateway.message(A);
    scene.advance(seconds(6)); // the ear is kept for a while
    scene.expectNothingLeft();
    assertThat(told).isEmpty();
  }

  @Test
  void close_pausing_standsNoMore() {
    Scene scene = Scene.open();
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").error("NOPERM this user has no permissions");
    leadership.close();
    scene.advance(seconds(20));
    scene.expectNothingLeft();
  }

  @Test
  void close_grantOnItsWay_isGivenBackUntold() throws Exception {
    Deque<Runnable> executor = new ArrayDeque<>();
    Scene scene = Scene.plan().executor(executor::add).open();
    Leadership leadership = candidate(scene).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    executor.remove().run(); // the event
    executor.remove().run(); // the lease arrives, gained is about to be called
    Thread closing = closing(leadership);
    Scene.parked(closing);
    executor.remove().run();
    scene.gateway.take("release").released();
    while (!executor.isEmpty()) {
      executor.remove().run();
    }
    Scene.join(closing);
    assertThat(told).isEmpty();
    assertThat(scene.client.activity()).isEqualTo(Scene.ZERO);
  }

  @Test
  void close_insideGained_endsAfterwards() {
    Scene scene = Scene.open();
    CompletableFuture<Leadership> self = new CompletableFuture<>();
    self.complete(scene
        .client
        .leader(A)
        .onGained(lease -> {
          self.join().close();
          told.add("gained, held " + lease.isHeld());
        })
        .onLost(end -> told.add("lost " + end.cause()))
        .campaign());
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(told).containsExactly("gained, held false", "lost RESIGNED");
    scene.gateway.take("release").released();
    self.join().close();
    scene.expectNothingLeft();
  }

  @Test
  void close_insideLost_standsNoMore() {
    Scene scene = Scene.open();
    CompletableFuture<Leadership> self = new CompletableFuture<>();
    self.complete(scene
        .client
        .leader(A)
        .onLost(end -> {
          self.join().close();
          told.add("lost " + end.cause());
        })
        .campaign());
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.advance(seconds(10));
    scene.gateway.take("renew").notHeld();
    assertThat(told).containsExactly("lost LEASE_LOST");
    scene.gateway.take("release").notHeld(); // the farewell of every tenure
    self.join().close();
    scene.expectNothingLeft();
  }

  @Test
  void clientClosed_leading_isToldOnce() throws Exception {
    Scene scene = Scene.open();
    Leadership leadership = leading(scene);
    closeAnswering(scene, scene.client);
    assertThat(told).containsExactly("gained", "lost CLIENT_CLOSED");
    assertThat(leadership.isLeader()).isFalse();
    leadership.close();
    assertThat(told).hasSize(2);
    assertThat(scene.client.activity()).isEqualTo(Scene.ZERO);
  }

  @Test
  void clientClosed_waitingOrPausing_theCampaignIsOver() throws Exception {
    Scene waiting = Scene.open();
    Leadership first = candidate(waiting).campaign();
    waiting.gateway.take("acquire").refused(20_000);
    closeAnswering(waiting, waiting.client);
    first.close();

    Scene pausing = Scene.open();
    Leadership second = candidate(pausing).campaign();
    pausing.gateway.take("acquire").error("NOPERM this user has no permissions");
    closeAnswering(pausing, pausing.client);
    second.close();
    assertThat(told).isEmpty();
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
