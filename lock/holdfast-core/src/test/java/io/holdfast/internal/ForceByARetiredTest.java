package io.holdfast.internal;

import static io.holdfast.internal.Scene.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A release by force that nobody here waits behind: its delegate retires before it is answered. */
class ForceByARetiredTest {

  @Test
  void force_unansweredWhileSomebodyIsGranted_isVerified() {
    Scene scene = Scene.open();
    CompletableFuture<Boolean> forced = scene.lock("a").forceReleaseAsync();
    PlayedCall force = scene.gateway.take("force");
    CompletableFuture<Lease> waiter = scene.acquire("a");
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
    force.unanswered(); // it may have run behind the acquire, on its way to another connection
    assertThat(forced).isCompletedExceptionally();
    assertThat(scene.gateway.log()).as("asks whether the lock is still ours").contains("renew a");
  }

  @Test
  void force_overtakenByAnAcquireWithAcknowledgement_isVerified() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.lock("a").acknowledgedBy(1).acquireAsync();
    scene.gateway.take("acquire").refused(60_000);
    CompletableFuture<Boolean> forced = scene.lock("a").forceReleaseAsync();
    PlayedCall force = scene.gateway.take("force");
    scene.gateway.acknowledge("a"); // wakes the waiter, whose requests go another way
    scene.gateway.take("acquire").acknowledged(scene.stamp(), 1);
    assertThat(now(waiter).isHeld()).isTrue();
    force.released(); // it was this grant that it has ended
    assertThat(forced).isCompleted();
    assertThat(scene.gateway.log()).as("asks whether the lock is still ours").contains("renew a");
  }
}
