package io.holdfast.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SlotMove;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks of a cluster in which every primary has one replica to acknowledge them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AcknowledgedClusterFaultIT extends FaultFixture {

  private ClusterGroup cluster;

  @SuppressWarnings("NullAway.Init")
  AcknowledgedClusterFaultIT() {}

  @BeforeAll
  void start() {
    cluster = ClusterGroup.start(1);
  }

  @AfterAll
  void stopCluster() {
    cluster.close();
  }

  @Override
  List<RedisServer> servers() {
    return cluster.nodes().stream().filter(RedisServer::isAlive).toList();
  }

  private DistributedLock alices() {
    servers().stream()
        .filter(server -> server.info("replication", "role").equals("master"))
        .forEach(primary -> primary.awaitReplicas(1));
    return open(
            "alice",
            cluster.uri(),
            settings -> settings
                .leaseTime(LONG)
                .commandTimeout(Duration.ofSeconds(2))
                .unavailableAfter(PATIENCE))
        .lock(name)
        .acknowledgedBy(1);
  }

  private long nodesThatHaveIt() {
    return servers().stream().filter(server -> server.keys().contains(name)).count();
  }

  @Test
  void primaryLostAtOnce_acknowledgedLock_isHeldAtItsReplica() throws Exception {
    DistributedLock alices = alices();
    Lease lease = granted(alices.acquire());
    assertThat(nodesThatHaveIt()).isEqualTo(2);
    RedisServer old = cluster.killPrimaryOf(name);
    try {
      RedisServer promoted = cluster.awaitPrimaryOtherThan(old, name);
      assertThat(promoted.keys()).containsExactly(name);
      lease.ensureHeld();
      lease.close();
      assertThatThrownBy(alices::acquire)
          .isInstanceOf(NotAcknowledgedException.class)
          .hasMessageContaining("by 0 of 1 replicas");
      assertThat(promoted.keys()).isEmpty();
    } finally {
      old.restart();
      cluster.awaitOk();
    }
    cluster.nodeFor(name).awaitReplicas(1);
    granted(alices.acquire()).close();
  }

  @ParameterizedTest
  @EnumSource
  void slotMoving_lockFree_isAcknowledgedWhereverItIs(SlotMoveFaultIT.Step step) throws Exception {
    DistributedLock alices = alices();
    granted(alices.acquire()).close();
    RedisServer from = cluster.nodeFor(name);
    SlotMove move = cluster.moveSlot(ClusterGroup.slot(name), from, cluster.primaryOtherThan(from));
    step.reach(move);
    Lease lease = granted(alices.acquire());
    assertThat(nodesThatHaveIt()).isEqualTo(2);
    lease.close();
    step.complete(move);
    granted(alices.acquire()).close();
  }
}
