package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A copy of the acquire is still on its way when the lock is released by force. */
class ForcedWithACopyTest {

  @Test
  void force_withACopyOfTheAcquireOnItsWay_isReleasedOnceMore() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire("a");
    PlayedCall cutOff = scene.gateway.take("acquire");
    cutOff.unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
    CompletableFuture<Boolean> forced = scene.lock("a").forceReleaseAsync();
    scene.gateway.take("force").released();
    assertThat(now(forced)).isTrue();
    scene.gateway.take("release").notHeld();
    scene.gateway.forgetLog();
    scene.advance(seconds(3));
    assertThat(scene.gateway.log())
        .as("the first copy may have taken the lock again, for a whole lease and nobody")
        .contains("release a");
  }

  /** The copy may have run after the force was done, and before that was answered. */
  @Test
  void force_answeredWhenNoCopyMayRunAnyMore_isReleasedAllTheSame() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire("a");
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
    CompletableFuture<Boolean> forced = scene.lock("a").forceReleaseAsync();
    scene.advance(seconds(3));
    scene.gateway.take("force").released();
    assertThat(now(forced)).isTrue();
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }
}
