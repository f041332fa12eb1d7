package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.internal.Footprint;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Clients for one fault, and the check after it: the lock goes round once more among all of them with
 * greater tokens, and then nothing is left, neither here nor on the server.
 */
abstract class FaultFixture {

  /** Longer than any test runs: what outlives its purpose under such a lease is seen. */
  static final Duration LONG = Duration.ofSeconds(40);

  /** For leases that must end. */
  static final Duration SHORT = Duration.ofMillis(900);

  /** For waits that must succeed. */
  static final Duration PATIENCE = Eventually.scaled(Duration.ofSeconds(20));

  /** Of every client here. */
  static final Duration COMMAND_TIMEOUT = Duration.ofMillis(250);

  private final Map<String, HoldfastClient> fit = new LinkedHashMap<>();
  private final List<Holdfast> unfit = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final AtomicLong greatest = new AtomicLong();
  private LeakCheck leaks = LeakCheck.start();

  /** The lock of this test. */
  String name = "";

  /** Where nothing may be left. */
  abstract List<RedisServer> servers();

  /** When all clients are closed. */
  void afterwards() {}

  /** When nothing was left. */
  void stop() {}

  @BeforeEach
  final void begin() {
    fit.clear();
    unfit.clear();
    names.clear();
    greatest.set(0);
    name = "fault:" + UUID.randomUUID();
    leaks = LeakCheck.start();
  }

  // ---- clients

  /** A client that must be of use again once the fault is over. */
  final Holdfast open(String clientName, String uri, UnaryOperator<HoldfastBuilder> settings) {
    Holdfast client = connect(clientName, uri, settings);
    if (client instanceof HoldfastClient ours) {
      fit.put(clientName, ours);
    }
    return client;
  }

  /** A client with that lease time. */
  final Holdfast open(String clientName, String uri, Duration leaseTime) {
    return open(clientName, uri, settings -> settings.leaseTime(leaseTime));
  }

  /** A client that the test closes, or that cannot be of use any more. */
  final Holdfast openUnfit(String clientName, String uri, UnaryOperator<HoldfastBuilder> settings) {
    Holdfast client = connect(clientName, uri, settings);
    unfit.add(client);
    return client;
  }

  private Holdfast connect(String clientName, String uri, UnaryOperator<HoldfastBuilder> settings) {
    names.add(clientName);
    HoldfastBuilder builder = Holdfast.builder()
        .uri(uri)
        .clientName(clientName)
        .leaseTime(LONG)
        .commandTimeout(COMMAND_TIMEOUT)
        .unavailableAfter(Duration.ofSeconds(5));
    return settings.apply(builder).build();
  }

  // ---- tokens

  /** Notes a grant: its token must be greater than all before. */
  final Lease granted(Lease lease) {
    grantedToken(lease.token());
    return lease;
  }

  final void grantedToken(long token) {
    assertThat(token).as("token of a later grant").isGreaterThan(greatest.getAndSet(token));
  }

  /** Waits until somebody listens for the lock's release, on that server. */
  final void awaitListening(RedisServer server) {
    eventually(
        () -> assertThat(channels(server)).contains("redisson_lock__channel:{" + name + "}"));
  }

  /** Waits until somebody listens for the lock's release, on whichever server. */
  final void awaitListening() {
    eventually(() -> assertThat(servers().stream().flatMap(server -> channels(server).stream()))
        .contains("redisson_lock__channel:{" + name + "}"));
  }

  private static List<String> channels(RedisServer server) {
    List<String> channels = new ArrayList<>(server.channels());
    channels.addAll(server.shardChannels());
    channels.removeIf(channel -> channel.startsWith("__sentinel__"));
    return channels;
  }

  static <T> T await(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }

  // ---- afterwards

  @AfterEach
  final void end() throws Exception {
    try {
      checkAll();
    } finally {
      stop();
    }
  }

  private void checkAll() throws InterruptedException {
    try {
      for (HoldfastClient client : fit.values()) {
        assertOfUse(client);
      }
      fit.forEach(FaultFixture::assertIdle);
    } finally {
      fit.values().forEach(Holdfast::close);
      unfit.forEach(Holdfast::close);
    }
    fit.forEach((clientName, client) ->
        assertThat(client.footprint()).as("%s, closed", clientName).isEqualTo(Footprint.NOTHING));
    afterwards();
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce", "test-caller");
    servers().forEach(this::assertNothingLeft);
  }

  private void assertNothingLeft(RedisServer server) {
    eventually(() -> {
      assertThat(server.keys()).as("keys left").isEmpty();
      assertThat(channels(server)).as("channels left").isEmpty();
      for (String clientName : names) {
        assertThat(server.connectionCount(clientName))
            .as("connections of %s", clientName)
            .isZero();
      }
    });
  }

  private void assertOfUse(Holdfast client) throws InterruptedException {
    DistributedLock lock = client.lock(name);
    try (Lease lease = lock.tryAcquire(PATIENCE).orElseThrow()) {
      granted(lease);
    }
  }

  /** A channel, with its delegate, stays for 5 s after the last waiter; nothing else does. */
  private static void assertIdle(String clientName, HoldfastClient client) {
    eventually(() -> {
      int listening = Math.min(1, client.footprint().channels());
      assertThat(client.footprint())
          .as("%s, idle", clientName)
          .isEqualTo(new Footprint(listening, listening, 0, 0, 0));
    });
  }
}
