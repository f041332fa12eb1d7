package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The client is closed while a yield is on its way: nobody waits any more when it is answered. */
class CloseDuringYieldTest {

  @Test
  void close_yieldAnsweredAfterwards_leavesNoDelegateAndNoChannel() throws InterruptedException {
    Scene scene = Scene.plan().budget(0, Duration.ofMillis(50)).open();
    Lease held = scene.held("a");
    CompletableFuture<Lease> next = scene.acquire("a");
    CompletableFuture<Void> unused = held.releaseAsync();
    PlayedCall yield = scene.gateway.take("yield");
    Thread closing = new Thread(scene.client::close);
    closing.setDaemon(true);
    long began = System.nanoTime();
    closing.start();
    Scene.parked(closing);
    assertThat(failure(next)).isInstanceOf(HoldfastClosedException.class);
    yield.released();
    Scene.join(closing);
    assertThat(scene.gateway.log()).doesNotContain("subscribe " + PlayedGateway.channel("a"));
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .as("nothing is in flight any more")
        .isLessThan(Duration.ofSeconds(2));
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
  }
}
