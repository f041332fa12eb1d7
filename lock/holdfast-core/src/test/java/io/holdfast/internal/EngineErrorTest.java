package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A gateway that breaks its contract, or a server that answers nonsense: nobody waits for ever. */
class EngineErrorTest {

  private static final String A = "a";

  @Test
  void acquire_gatewayThrows_callersAreFreed() {
    Scene scene = Scene.open();
    scene.gateway.breakBy(call -> new IllegalStateException("boom"));
    CompletableFuture<Lease> first = scene.acquire(A);
    for (int i = 0; i < 100 && !first.isDone(); i++) {
      scene.advance(millis(500)); // a retry, as for a lost reply, is as good
    }
    assertThat(first).isCompletedExceptionally();
  }

  @Test
  void acquire_gatewayThrewOnce_nextCallerIsServed() {
    Scene scene = Scene.open();
    scene.gateway.breakBy(call -> new IllegalStateException("boom"));
    CompletableFuture<Lease> first = scene.acquire(A);
    scene.gateway.breakBy(null);
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.advance(seconds(1));
    scene.gateway.pick("acquire").granted(scene.stamp());
    if (first.isDone() && !first.isCompletedExceptionally()) {
      assertThat(now(first).releaseAsync()).isNotNull();
    }
    assertThat(second).isCompleted();
  }

  @Test
  void acquire_nonsenseReply_callerIsFreedAndNextOneServed() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> first = scene.acquire(A);
    scene.gateway.take("acquire").value("OK");
    for (int i = 0; i < 100 && !first.isDone(); i++) {
      scene.advance(millis(500));
      while (scene.gateway.open() > 0 && !first.isDone()) {
        scene.gateway.pick("acquire").value(List.of());
      }
    }
    assertThat(first).isCompletedExceptionally();
  }

  @Test
  void release_gatewayThrows_closeIsAnswered() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.gateway.breakBy(call -> new IllegalStateException("boom"));
    CompletableFuture<Void> released = lease.releaseAsync();
    for (int i = 0; i < 100 && !released.isDone(); i++) {
      scene.advance(millis(500));
    }
    assertThat(released.isDone()).as("release is answered").isTrue();
  }

  @Test
  void yield_gatewayThrew_nextCallerIsServed() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.gateway.breakBy(call -> new IllegalStateException("boom"));
    assertThat(lease.releaseAsync()).isNotNull();
    scene.gateway.breakBy(null);
    assertServed(scene, second, scene.acquire(A));
  }

  @Test
  void handOverRenewal_gatewayThrew_nextCallerIsServed() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> second = scene.acquire(A, LeaseOptions.fixed(seconds(60)));
    scene.gateway.breakBy(call -> new IllegalStateException("boom"));
    assertThat(lease.releaseAsync()).isNotNull();
    scene.gateway.breakBy(null);
    assertServed(scene, second, scene.acquire(A, LeaseOptions.fixed(seconds(5))));
  }

  /** The server does what it is asked; the second caller may have failed, and gives back what it got. */
  private static void assertServed(
      Scene scene, CompletableFuture<Lease> second, CompletableFuture<Lease> third) {
    for (int i = 0; i < 100 && !third.isDone(); i++) {
      scene.advance(millis(500));
      PlayedCall call;
      while ((call = scene.gateway.poll()) != null) {
        switch (call.kind()) {
          case "release" -> call.released();
          case "renew" -> call.renewed();
          default -> call.granted(scene.stamp());
        }
      }
      if (second.isDone() && !second.isCompletedExceptionally()) {
        assertThat(now(second).releaseAsync()).isNotNull();
      }
    }
    assertThat(third).isCompleted();
  }

  @Test
  void renewal_nonsenseReply_isRetried() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(seconds(9));
    scene.gateway.take("renew").value(List.of());
    scene.advance(seconds(5));
    scene.gateway.take("renew").renewed();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void failedStage_ofAnUnknownKind_countsAsUnknown() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall first = scene.gateway.take("acquire");
    assertThat(first.reply().completeExceptionally(new IllegalArgumentException("what")))
        .isTrue();
    scene.advance(millis(5));
    PlayedCall second = scene.gateway.take("acquire");
    assertThat(second.holder()).isEqualTo(first.holder());
    second.granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }
}
