package io.holdfast.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary is lost right after a grant that its only replica has, or has not, acknowledged. */
class AcknowledgedFailoverFaultIT extends FaultFixture {

  private SentinelGroup group;

  @SuppressWarnings("NullAway.Init")
  AcknowledgedFailoverFaultIT() {}

  @BeforeEach
  void start() {
    group = SentinelGroup.start();
    group.primary().awaitReplicas(1);
  }

  @Override
  List<RedisServer> servers() {
    return group.servers().stream().filter(RedisServer::isAlive).toList();
  }

  @Override
  void stop() {
    group.close();
  }

  private DistributedLock lock(String clientName) {
    return open(
            clientName,
            group.uri(),
            settings -> settings
                .leaseTime(LONG)
                .commandTimeout(Duration.ofSeconds(2))
                .unavailableAfter(PATIENCE))
        .lock(name);
  }

  @Test
  void primaryLostAtOnce_acknowledgedLock_isHeldAtThePromotedReplica() throws Exception {
    DistributedLock alices = lock("alice").acknowledgedBy(1);
    DistributedLock bobs = lock("bob");
    Lease lease = granted(alices.acquire());
    RedisServer old = group.killPrimary();
    RedisServer promoted = group.awaitPrimaryOtherThan(old);
    assertThat(promoted.keys()).containsExactly(name);
    assertThat(bobs.tryAcquire(Duration.ofMillis(500))).isEmpty();
    lease.ensureHeld();
    lease.close();
    // Nobody is left to acknowledge, and the way there leads to the promoted one.
    assertThatThrownBy(alices::acquire)
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("by 0 of 1 replicas");
    assertThat(promoted.keys()).isEmpty();
  }

  @Test
  void replicaCutOff_lockIsNotGranted_soThatNoFailoverCanLoseIt() throws Exception {
    DistributedLock alices = lock("alice").acknowledgedBy(1);
    RedisServer primary = group.primary();
    RedisServer replica =
        group.servers().stream().filter(server -> server != primary).findFirst().orElseThrow();
    replica.command("REPLICAOF", "127.0.0.1", "1"); // hears no more of its primary
    assertThatThrownBy(alices::acquire)
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("by 0 of 1 replicas");
    assertThat(primary.keys()).isEmpty();
  }
}
