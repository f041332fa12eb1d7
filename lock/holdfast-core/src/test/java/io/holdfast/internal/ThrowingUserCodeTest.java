package io.holdfast.internal;

import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.holdfast.Leadership;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever user code throws, and however, is its own affair: the engine, and other user code, go on. */
class ThrowingUserCodeTest {

  @ParameterizedTest
  @EnumSource
  void listener_throws_othersAreToldAndItIsToldAgain(Throws how) {
    List<LockEvent> told = new ArrayList<>();
    AtomicInteger calls = new AtomicInteger();
    LockListener all = Listeners.of(List.of(
        event -> {
          calls.incrementAndGet();
          how.now();
        },
        told::add));
    Events events =
        new Events(all, Runnable::run, Runnable::run, new OperatorLog(new RecordedLog()));
    for (int i = 0; i < 3; i++) {
      events.publish(() -> new LockEvent.Acquired("a", 1, Duration.ZERO));
    }
    assertThat(told).hasSize(3);
    assertThat(calls).hasValue(3);
  }

  @ParameterizedTest
  @EnumSource
  void onlyListener_throws_isToldAgain(Throws how) {
    Scene scene = Scene.open();
    AtomicInteger calls = new AtomicInteger();
    scene.onEvent(event -> {
      calls.incrementAndGet();
      how.now();
    });
    scene.release(scene.held("a"));
    scene.gateway.take("release").released();
    assertThat(calls).hasValue(2);
  }

  @ParameterizedTest
  @EnumSource
  void executor_throws_grantArrivesAndTheNameLives(Throws how) {
    Scene scene = Scene.plan().executor(task -> how.now()).open();
    CompletableFuture<Lease> first = scene.acquire("a");
    scene.gateway.take("acquire").granted(scene.stamp());
    Lease lease = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> first.join());
    CompletableFuture<Void> released = lease.releaseAsync();
    scene.gateway.take("release").released();
    assertTimeoutPreemptively(Duration.ofSeconds(30), () -> released.join());
  }

  @ParameterizedTest
  @EnumSource
  void gained_throws_leadIsGivenUp(Throws how) {
    Scene scene = Scene.open();
    AtomicInteger lost = new AtomicInteger();
    Leadership leadership = scene
        .client
        .leader("a")
        .onGained(term -> how.now())
        .onLost(end -> lost.incrementAndGet())
        .campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.gateway.take("release").released();
    assertThat(lost).hasValue(1);
    assertThat(leadership.isLeader()).isFalse();
    assertTimeoutPreemptively(Duration.ofSeconds(30), leadership::close);
  }

  @ParameterizedTest
  @EnumSource
  void lost_throws_leadIsGivenUp(Throws how) throws InterruptedException {
    Scene scene = Scene.open();
    Leadership leadership =
        scene.client.leader("a").onGained(term -> {}).onLost(end -> how.now()).campaign();
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Void> closed = CompletableFuture.runAsync(leadership::close);
    scene.gateway.await("release").released();
    assertThat(closed).succeedsWithin(seconds(30));
  }

  @ParameterizedTest
  @EnumSource
  void gateway_throws_callerIsAnsweredAndTheNameLives(Throws how) {
    Scene scene = Scene.open();
    scene.gateway.breakBy(call -> {
      how.now();
      return null;
    });
    CompletableFuture<Lease> first = scene.acquire("a");
    scene.gateway.breakBy(null);
    scene.advance(seconds(1));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(first).isHeld()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void task_throws_nextOneRuns(Throws how) {
    Mailbox mailbox = new Mailbox();
    List<String> ran = new ArrayList<>();
    mailbox.post(how::now);
    mailbox.post(() -> ran.add("next"));
    assertThat(ran).containsExactly("next");
  }
}
