package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.ServerDescription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** For a moment no thread can be started (a container's limit): the listener is not told, but callers are answered. */
class NoThreadTest {

  @Test
  void acquire_noThreadForTheListener_callerGetsItsLeaseAllTheSame() throws Exception {
    PlayedTicker ticker = new PlayedTicker();
    PlayedTimers timers = new PlayedTimers(ticker);
    PlayedGateway gateway = new PlayedGateway(
        ticker,
        new ServerDescription(ServerDescription.Kind.STANDALONE, "redis 7.0.15", false),
        key -> 0);
    gateway.probeAnswers(java.util.List.of(java.util.List.of()));
    Executor exhausted = task -> {
      throw new OutOfMemoryError("unable to create native thread");
    };
    Settings settings = new Settings(
        "test",
        "",
        Duration.ofSeconds(30),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        64,
        Duration.ofMillis(50),
        Duration.ZERO,
        GatewaySettings.PubSub.AUTO,
        event -> {},
        null,
        ticker);
    HoldfastClient client = HoldfastClient.open(
        gateway.factory(), settings, new Host("client", timers, exhausted, () -> {}));
    CompletableFuture<Lease> got = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      try {
        got.complete(client.lock("a").acquire());
      } catch (InterruptedException | RuntimeException e) {
        got.completeExceptionally(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    Scene.parked(thread);
    gateway.take("acquire").granted(ticker.serverMicros());
    CompletableFuture<Void> answered = got.handle((lease, failure) -> null);
    assertThat(answered)
        .as("granted, and renewed from now on: %s", client.footprint())
        .succeedsWithin(3, TimeUnit.SECONDS);
  }
}
