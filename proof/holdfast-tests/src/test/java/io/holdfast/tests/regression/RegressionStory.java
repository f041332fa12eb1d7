package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import io.holdfast.internal.Footprint;
import io.holdfast.internal.HoldfastClient;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.LeakCheck;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * One server and two clients, new for every test: {@code alice} behind a proxy that plays the network, {@code
 * bob} beside it. Afterwards no thread and no key may be left.
 */
abstract class RegressionStory {

  /** For what must happen. Shorter than any lease that must not end by itself. */
  static final Duration PATIENCE = Eventually.scaled(Duration.ofSeconds(10));

  /** A lease that ends long after the test: only a wake-up can help a waiter. */
  static final LeaseOptions ENDLESS = LeaseOptions.fixed(Duration.ofHours(1));

  /** Alice's lease time: renewed every second, and longer than a busy machine stands still. */
  static final Duration LEASE = Duration.ofSeconds(3);

  final String name = "sku:42";
  final List<LockEvent> events = Collections.synchronizedList(new ArrayList<>());

  RedisServer server;
  FaultProxy proxy;
  Holdfast alice;
  Holdfast bob;
  DistributedLock alices;
  DistributedLock bobs;
  private LeakCheck leaks;

  /** Alice's settings, where a story needs others. */
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.leaseTime(LEASE);
  }

  @BeforeEach
  void open() throws Exception {
    leaks = LeakCheck.start();
    server = RedisServer.start();
    proxy = FaultProxy.to(server);
    alice = settings(Holdfast.builder().uri(proxy.uri()).clientName("alice").listener(events::add))
        .build();
    bob = Holdfast.builder().uri(server.uri()).clientName("bob").build();
    alices = alice.lock(name);
    bobs = bob.lock(name);
    try (var lease = alice.lock("warm-up").acquire()) { // the server knows the scripts from here on
      lease.renew(LEASE);
    }
    events.clear();
  }

  @AfterEach
  void close() {
    proxy.heal();
    alice.close();
    bob.close();
    eventually(() -> assertThat(server.keys()).as("keys left").isEmpty());
    proxy.close();
    server.close();
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce");
  }

  static <T> T await(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** How often the lock's lease of that token was renewed. */
  final long renewals(long token) {
    return List.copyOf(events).stream()
        .filter(event -> event instanceof LockEvent.Renewed renewed && renewed.token() == token)
        .count();
  }

  /** Waits until that many more renewals of the lease were answered. */
  final void awaitRenewals(long token, int more) {
    long before = renewals(token);
    Eventually.within(PATIENCE)
        .eventually(() -> assertThat(renewals(token)).isGreaterThanOrEqualTo(before + more));
  }

  /** Waits until each of the leases was renewed after this call. */
  final void awaitRenewalOfEach(List<Lease> leases) {
    int seen = events.size();
    Set<Long> tokens = leases.stream().map(Lease::token).collect(Collectors.toSet());
    Eventually.within(PATIENCE).eventually(() -> {
      Set<Long> renewed = new HashSet<>();
      List.copyOf(events).stream().skip(seen).forEach(event -> {
        if (event instanceof LockEvent.Renewed renewal) {
          renewed.add(renewal.token());
        }
      });
      assertThat(renewed).containsAll(tokens);
    });
  }

  final void assertFree() {
    eventually(() -> assertThat(server.keys()).as("keys on the server").doesNotContain(name));
  }

  /** Nothing is held, watched, waited for or being cleaned up; subscriptions may linger. */
  static void assertIdle(Holdfast client) {
    eventually(() -> {
      Footprint left = ((HoldfastClient) client).footprint();
      assertThat(left).isEqualTo(new Footprint(left.delegates(), left.channels(), 0, 0, 0));
    });
  }
}
