package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Leadership;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever closes, in whatever state, is told once and leaves nothing. */
class LeadershipCloseTest extends LeadershipFixture {

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
  void close_onTheOnlyThreadOfTheExecutor_tellsAndReleasesAllTheSame() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Scene scene = Scene.plan().executor(executor).open();
      Leadership leadership = candidate(scene).campaign();
      scene.gateway.take("acquire").granted(scene.stamp());
      while (!leadership.isLeader()) {
        executor.submit(() -> {}).get(20, TimeUnit.SECONDS);
      }
      Future<?> closing = executor.submit(leadership::close);
      while (!closing.isDone()) {
        scene.advance(millis(100));
        PlayedCall call = scene.gateway.poll();
        if (call != null && call.kind().equals("renew")) {
          call.renewed();
        } else if (call != null) {
          call.released();
        }
      }
      closing.get();
      assertThat(scene.gateway.log()).contains("release a");
      assertThat(told).anyMatch(text -> text.contains("RESIGNED"));
    } finally {
      executor.shutdownNow();
    }
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
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
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
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
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
}
