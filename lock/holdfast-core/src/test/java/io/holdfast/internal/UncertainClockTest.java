package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Until when a copy may run follows from what was known when it was sent, not from what is known later. */
class UncertainClockTest {

  @Test
  void acquire_sentWithAnUncertainClock_isReleasedAfterTheServerRefusesItsCopies() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> slow = scene.acquire("slow");
    PlayedCall late = scene.gateway.take("acquire");
    scene.advance(millis(1_900));
    late.granted(scene.stamp()); // the server's clock is known by 1.9 s only
    assertThat(slow).isCompleted();

    CompletableFuture<Lease> waiter = scene.acquire("a");
    PlayedCall cutOff = scene.gateway.take("acquire");
    long notAfterMicros = Long.parseLong(cutOff.argument(3));
    CompletableFuture<Lease> fast = scene.acquire("fast");
    scene.gateway.take("acquire").granted(scene.stamp()); // and now it is known well
    assertThat(fast).isCompleted();

    scene.advance(seconds(2));
    cutOff.unanswered();
    waiter.cancel(false);
    long lastReleaseMicros = 0;
    for (int i = 0; i < 500; i++) {
      while (scene.gateway.open() > 0) {
        PlayedCall call = scene.gateway.take(
            scene.gateway.log().get(scene.gateway.log().size() - 1).split(" ", -1)[0]);
        if (call.kind().equals("release")) {
          lastReleaseMicros = scene.ticker.serverMicros();
          call.notHeld();
        } else {
          call.renewed();
        }
      }
      scene.advance(millis(10));
    }
    assertThat(lastReleaseMicros)
        .as("the server carries out a copy until %s", notAfterMicros)
        .isGreaterThanOrEqualTo(notAfterMicros);
  }
}
