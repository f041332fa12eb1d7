package io.holdfast.tests.cost;

import static io.holdfast.testkit.Eventually.within;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.internal.Footprint;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Alice behind a proxy that sees what she sends, Bob beside it, and a server that knows the scripts. */
abstract class CostFixture {

  static final Duration PATIENCE = Eventually.scaled(Duration.ofSeconds(20));

  /** Neither ends nor is renewed during a test. */
  static final LeaseOptions ENDLESS = LeaseOptions.fixed(Duration.ofHours(1));

  /** Those that are called by their SHA. */
  static final List<String> SCRIPTS =
      List.of("acquire", "renew", "release", "yield", "force", "inspect");

  final String name = "sku:42";

  RedisServer server;
  FaultProxy proxy;
  Traffic traffic;
  Holdfast alice;
  Holdfast bob;
  DistributedLock alices;
  DistributedLock bobs;

  /** Alice's settings, where a test needs others. */
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder;
  }

  @BeforeEach
  void open() throws Exception {
    server = RedisServer.start();
    proxy = FaultProxy.to(server);
    alice = settings(Holdfast.builder().uri(proxy.uri()).clientName("alice")).build();
    bob = Holdfast.builder().uri(server.uri()).clientName("bob").build();
    alices = alice.lock(name);
    bobs = bob.lock(name);
    for (String script : SCRIPTS) {
      server.command("SCRIPT", "LOAD", source(script));
    }
    alice.lock("warm-up").acquire().close(); // starts the timers' thread
    bob.lock("warm-up").acquire().close();
    traffic = Traffic.through(proxy);
    server.resetStats();
  }

  @AfterEach
  void close() {
    alice.close();
    bob.close();
    proxy.close();
    server.close();
  }

  static String source(String script) throws IOException {
    String file = "/io/holdfast/internal/protocol/" + script + ".lua";
    try (InputStream in = Objects.requireNonNull(Holdfast.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  static <T> T await(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }

  static List<Lease> awaitAll(List<CompletableFuture<Lease>> futures) throws Exception {
    await(CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])));
    return futures.stream().map(CompletableFuture::join).toList();
  }

  static void releaseAll(List<Lease> leases) throws Exception {
    await(CompletableFuture.allOf(
        leases.stream().map(Lease::releaseAsync).toArray(CompletableFuture<?>[]::new)));
  }

  /** The threads of all clients. */
  static Set<Thread> ours() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(thread -> !thread.getName().matches("(holdfast-timer|lettuce|netty).*"));
    return threads;
  }

  static void assertIdle(Holdfast client) {
    within(PATIENCE)
        .eventually(
            () -> assertThat(((HoldfastClient) client).footprint()).isEqualTo(Footprint.NOTHING));
  }
}
