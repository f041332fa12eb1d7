package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary is lost, and a replica takes its place. */
class SentinelFaultIT extends FaultFixture {

  private SentinelGroup group;

  @SuppressWarnings("NullAway.Init")
  SentinelFaultIT() {}

  @BeforeEach
  void start() {
    group = SentinelGroup.start();
  }

  @Override
  List<RedisServer> servers() {
    return group.servers().stream().filter(RedisServer::isAlive).toList();
  }

  @Override
  void stop() {
    group.close();
  }

  private DistributedLock lock(String clientName, Duration leaseTime) {
    return open(
            clientName,
            group.uri(),
            settings -> settings.leaseTime(leaseTime).unavailableAfter(PATIENCE))
        .lock(name);
  }

  @Test
  void primaryLost_lockHeldAndWaitedFor_goesOnAtTheReplica() throws Exception {
    RedisServer old = group.primary();
    Lease lease = granted(lock("alice", LONG).acquire());
    CompletableFuture<Lease> bobs = lock("bob", LONG).acquireAsync();
    awaitListening(old);
    RedisServer replica =
        servers().stream().filter(server -> server != old).findFirst().orElseThrow();
    eventually(() -> assertThat(replica.keys()).containsExactly(name));
    group.killPrimary();
    RedisServer promoted = group.awaitPrimaryOtherThan(old);
    assertThat(promoted.keys()).containsExactly(name);
    awaitListening(promoted);
    lease.ensureHeld();
    lease.close();
    granted(await(bobs)).close();
  }

  @Test
  void primaryLost_grantNotReplicated_isGrantedAgainWithAGreaterToken_andTheFirstHolderTold()
      throws Exception {
    RedisServer old = group.primary();
    RedisServer replica =
        group.servers().stream().filter(server -> server != old).findFirst().orElseThrow();
    DistributedLock alices = lock("alice", Duration.ofSeconds(20));
    DistributedLock bobs = lock("bob", LONG);
    replica.command("REPLICAOF", "127.0.0.1", "1"); // hears no more of its primary
    Lease lease = granted(alices.acquire());
    CompletableFuture<Lease> async = bobs.acquireAsync();
    awaitListening(old);
    group.killPrimary();
    Lease second = granted(await(async));
    assertThat(lease.token()).isLessThan(second.token());
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    second.renew(LONG);
    second.close();
    assertThat(replica.info("replication", "role")).isEqualTo("master");
  }

  @Test
  void primaryLost_successorHasAnOlderClockAndNotTheGrant_waiterGetsAGreaterTokenAllTheSame()
      throws Exception {
    RedisServer old = group.primary();
    RedisServer replica =
        group.servers().stream().filter(server -> server != old).findFirst().orElseThrow();
    DistributedLock bobs = lock("bob", LONG);
    replica.command("REPLICAOF", "127.0.0.1", "1"); // hears no more of its primary
    long ahead = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()) + 3_600_000_000L;
    old.command("HSET", name, "a-client:1", "t" + ahead); // as granted by a clock an hour ahead
    old.command("PEXPIRE", name, "60000");
    CompletableFuture<Lease> async = bobs.acquireAsync();
    awaitListening(old);
    group.killPrimary();
    Lease lease = granted(await(async));
    assertThat(lease.token() / 1024).isGreaterThan(ahead);
    lease.close();
  }
}
