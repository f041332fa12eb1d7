package io.holdfast.spring.metrics;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockActivity;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The meters of a client on a real server. */
class MetricsIT {

  private static RedisServer server;

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final LimitedGroups groups = new LimitedGroups(LockGroups.byPrefix(), 64);

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private Holdfast client() {
    LockMetrics metrics = new LockMetrics(groups);
    metrics.bindTo(registry);
    return Holdfast.builder()
        .uri(server.uri())
        .leaseTime(Duration.ofSeconds(3))
        .commandTimeout(Duration.ofMillis(500))
        .handOverBudget(64, Duration.ofSeconds(20))
        .listener(metrics)
        .build();
  }

  /** The count or value of a meter; 0 before there is one. */
  private double read(String name, String... tags) {
    Meter meter = registry.find(name).tags(tags).meter();
    return meter == null ? 0 : meter.measure().iterator().next().getValue();
  }

  private double acquired(String outcome) {
    return read("holdfast.acquire", "group", "sku", "outcome", outcome);
  }

  @Test
  void client_grantHandOverRefusal_timed() throws Exception {
    try (Holdfast alice = client();
        Holdfast bob = Holdfast.connect(server.uri())) {
      DistributedLock lock = alice.lock("sku:1");
      Lease first = lock.acquire();
      Caller<Lease> second = Caller.start(lock::acquire);
      eventually(() ->
          assertThat(alice.activities()).extracting(LockActivity::waiting).containsExactly(1));
      first.close();
      Lease handed = second.outcome();
      handed.close();
      eventually(() -> {
        assertThat(acquired("granted")).isEqualTo(1);
        assertThat(acquired("handed_over")).isEqualTo(1);
        assertThat(read("holdfast.hold", "group", "sku")).isEqualTo(2);
      });

      try (Lease elsewhere = bob.lock("sku:2").acquire()) {
        assertThat(alice.lock("sku:2").tryAcquire()).isEqualTo(Optional.empty());
        assertThat(elsewhere.isHeld()).isTrue();
      }
      eventually(() -> assertThat(acquired("refused")).isEqualTo(1));
    }
  }

  @Test
  void client_keyDeleted_lostAndRenewalsCounted() throws Exception {
    try (Holdfast alice = client()) {
      Lease lease = alice.lock("sku:9").acquire();
      eventually(() -> assertThat(read("holdfast.renewal.lag", "group", "sku")).isPositive());
      server.command("DEL", "sku:9");
      eventually(
          () -> assertThat(read("holdfast.lost", "group", "sku", "reason", "renewal_refused"))
              .isEqualTo(1));
      assertThat(lease.isHeld()).isFalse();
    }
  }

  @Test
  void client_waitsForALockHeldElsewhere_waitingShows() throws Exception {
    try (Holdfast alice = client();
        Holdfast bob = Holdfast.connect(server.uri())) {
      new LockGauges(alice, groups).bindTo(registry);
      Lease elsewhere = bob.lock("sku:5").acquire();
      Caller<Lease> waiter = Caller.startWaiting(alice.lock("sku:5")::acquire);
      eventually(() -> {
        assertThat(read("holdfast.names")).isEqualTo(1);
        assertThat(read("holdfast.waiting", "group", "sku")).isEqualTo(1);
        assertThat(read("holdfast.waiting.longest", "group", "sku")).isPositive();
      });
      elsewhere.close();
      try (Lease here = waiter.outcome()) {
        assertThat(here.isHeld()).isTrue();
        eventually(() -> assertThat(read("holdfast.held", "group", "sku")).isEqualTo(1));
      }
    }
  }
}
