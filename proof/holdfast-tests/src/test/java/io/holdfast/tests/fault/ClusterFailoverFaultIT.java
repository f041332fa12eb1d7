package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The primary of a lock's slot is lost or deposed, and its replica takes over. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterFailoverFaultIT extends FaultFixture {

  private ClusterGroup cluster;

  @SuppressWarnings("NullAway.Init")
  ClusterFailoverFaultIT() {}

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

  private DistributedLock lock(String clientName) {
    return lock(clientName, LONG);
  }

  private DistributedLock lock(String clientName, Duration leaseTime) {
    return open(
            clientName,
            cluster.uri(),
            settings -> settings.leaseTime(leaseTime).unavailableAfter(PATIENCE))
        .lock(name);
  }

  @Test
  void primaryLost_lockHeldAndWaitedFor_goesOnAtTheReplica() throws Exception {
    Lease lease = granted(lock("alice").acquire());
    CompletableFuture<Lease> bobs = lock("bob").acquireAsync();
    awaitListening();
    RedisServer old = cluster.nodeFor(name);
    eventually("the grant is replicated", () -> nodesThatHaveIt() == 2);
    cluster.killPrimaryOf(name);
    try {
      RedisServer promoted = cluster.awaitPrimaryOtherThan(old, name);
      assertThat(promoted.keys()).containsExactly(name);
      lease.ensureHeld();
      lease.close();
      granted(await(bobs)).close();
    } finally {
      old.restart();
      cluster.awaitOk();
    }
  }

  private long nodesThatHaveIt() {
    return servers().stream().filter(server -> server.keys().contains(name)).count();
  }

  @Test
  void primaryDeposed_lockHeldAndWaitedFor_goesOnAtTheReplica() throws Exception {
    Lease lease = granted(lock("alice").acquire());
    CompletableFuture<Lease> bobs = lock("bob").acquireAsync();
    awaitListening();
    cluster.failover(name);
    lease.ensureHeld();
    lease.close();
    granted(await(bobs)).close();
    assertThat(cluster.nodeFor(name).keys()).isEmpty();
  }

  @Test
  void primaryLost_grantNotReplicated_isGrantedAgainWithAGreaterToken_andTheFirstHolderTold()
      throws Exception {
    DistributedLock alices = lock("alice", Duration.ofSeconds(20));
    DistributedLock bobs = lock("bob", LONG);
    RedisServer old = cluster.nodeFor(name);
    RedisServer replica = cluster.replicaFor(name);
    replica.pause();
    old.killReplicaConnections();
    try {
      Lease lease = granted(alices.acquire());
      assertThat(bobs.tryAcquire()).isEmpty();
      old.kill();
      replica.resume();
      replica.command("CLUSTER", "FAILOVER", "TAKEOVER");
      Lease second = granted(await(bobs.acquireAsync()));
      assertThat(lease.token()).isLessThan(second.token());
      assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
      assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
      second.renew(LONG);
      second.close();
    } finally {
      old.kill();
      replica.resume();
      cluster.awaitPrimaryOtherThan(old, name);
      old.restart();
      cluster.awaitOk();
    }
    assertThat(cluster.nodeFor(name)).isSameAs(replica);
  }

  @Test
  void primaryLost_lockAskedForMeanwhile_isGrantedByTheReplica() throws Exception {
    DistributedLock alices = lock("alice");
    granted(alices.acquire()).close();
    RedisServer old = cluster.killPrimaryOf(name);
    try {
      CompletableFuture<Lease> async = alices.acquireAsync();
      Lease lease = granted(await(async));
      assertThat(lease.remaining()).isGreaterThan(Duration.ZERO);
      lease.close();
    } finally {
      cluster.awaitPrimaryOtherThan(old, name);
      old.restart();
      cluster.awaitOk();
    }
  }
}
