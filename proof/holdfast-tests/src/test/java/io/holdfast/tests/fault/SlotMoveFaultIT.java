package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RespException;
import io.holdfast.testkit.SlotMove;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A slot moves to another node while its lock is held, waited for and released. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlotMoveFaultIT extends FaultFixture {

  /** How far the move has come when things happen. */
  enum Step {
    BEGUN,
    KEYS_MOVED,
    FINISHED;

    void reach(SlotMove move) {
      move.begin();
      if (this != BEGUN) {
        move.migrateKeys();
      }
      if (this == FINISHED) {
        move.finish();
      }
    }

    void complete(SlotMove move) {
      if (this != FINISHED) {
        move.migrateKeys();
        move.finish();
      }
    }
  }

  private ClusterGroup cluster;

  @SuppressWarnings("NullAway.Init")
  SlotMoveFaultIT() {}

  @BeforeAll
  void start() {
    cluster = ClusterGroup.start();
  }

  @AfterAll
  void stopCluster() {
    cluster.close();
  }

  @Override
  List<RedisServer> servers() {
    return cluster.nodes();
  }

  private DistributedLock lock(String clientName) {
    return open(clientName, cluster.uri(), LONG).lock(name);
  }

  private SlotMove move() {
    RedisServer from = cluster.nodeFor(name);
    return cluster.moveSlot(ClusterGroup.slot(name), from, cluster.primaryOtherThan(from));
  }

  @ParameterizedTest
  @EnumSource
  void slotMoving_lockHeldAndWaitedFor_isRenewedReleasedAndPassedOn(Step step) throws Exception {
    Lease lease = granted(lock("alice").acquire());
    CompletableFuture<Lease> bobs = lock("bob").acquireAsync();
    awaitListening();
    SlotMove move = move();
    step.reach(move);
    lease.renew(LONG);
    assertThat(bobs).isNotDone();
    lease.close();
    granted(await(bobs)).close();
    step.complete(move);
  }

  @ParameterizedTest
  @EnumSource
  void slotMoving_lockFree_isGrantedToOneOnly(Step step) throws Exception {
    DistributedLock alices = lock("alice");
    DistributedLock bobs = lock("bob");
    SlotMove move = move();
    step.reach(move);
    Lease lease = granted(alices.acquire());
    assertThat(bobs.tryAcquire()).isEmpty();
    step.complete(move);
    assertThat(bobs.tryAcquire()).isEmpty();
    lease.renew(LONG);
    lease.close();
    granted(bobs.tryAcquire(PATIENCE).orElseThrow()).close();
  }

  @Test
  void slotMovedThereAndBack_lockHeldAndWaitedFor_isPassedOn() throws Exception {
    Lease lease = granted(lock("alice").acquire());
    CompletableFuture<Lease> bobs = lock("bob").acquireAsync();
    awaitListening();
    RedisServer from = cluster.nodeFor(name);
    RedisServer to = cluster.primaryOtherThan(from);
    Step.FINISHED.reach(cluster.moveSlot(ClusterGroup.slot(name), from, to));
    cluster.awaitOk();
    lease.renew(LONG);
    Step.FINISHED.reach(cluster.moveSlot(ClusterGroup.slot(name), to, from));
    lease.renew(LONG);
    lease.close();
    granted(await(bobs)).close();
  }

  @Test
  void slotMoving_oneOfTwoHeldLocksMoved_bothAreRenewed() throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    Holdfast alice = open(
        "alice",
        cluster.uri(),
        settings -> settings.leaseTime(Duration.ofMillis(1_500)).listener(events::add));
    String other = "{" + name + "}:other";
    RedisServer from = cluster.nodeFor(name);
    RedisServer to = cluster.primaryOtherThan(from);
    try (Lease one = granted(alice.lock(name).acquire());
        Lease two = granted(alice.lock(other).acquire())) {
      SlotMove move = move();
      move.begin();
      from.command("MIGRATE", "127.0.0.1", Integer.toString(to.port()), name, "0", "5000");
      events.clear();
      eventually(() -> {
        assertThat(renewals(events, name)).isGreaterThanOrEqualTo(3);
        assertThat(renewals(events, other)).isGreaterThanOrEqualTo(3);
      });
      move.migrateKeys();
      move.finish();
      one.ensureHeld();
      two.ensureHeld();
    } finally {
      assertThat(events).doesNotHaveAnyElementsOfTypes(LockEvent.Lost.class);
    }
  }

  private static long renewals(List<LockEvent> events, String lockName) {
    return events.stream()
        .filter(event -> event instanceof LockEvent.Renewed && event.lockName().equals(lockName))
        .count();
  }

  @Test
  void clusterDownForWantOfANode_lockAskedFor_isRetriedUntilItIsUpAgain() throws Exception {
    DistributedLock alices = open(
            "alice", cluster.uri(), settings -> settings.unavailableAfter(PATIENCE))
        .lock(name);
    RedisServer owner = cluster.nodeFor(name);
    RedisServer other = cluster.primaryOtherThan(owner);
    CompletableFuture<Lease> async;
    other.pause();
    try {
      eventually("the cluster is down", () -> isDown(owner));
      async = alices.acquireAsync();
      owner.resetStats();
      eventually("tried again", () -> errorReplies(owner) >= 2);
      assertThat(async).isNotDone();
    } finally {
      other.resume();
    }
    granted(await(async)).close();
    cluster.awaitOk();
  }

  private static long errorReplies(RedisServer node) {
    return Long.parseLong(node.info("stats", "total_error_replies"));
  }

  private boolean isDown(RedisServer owner) {
    try {
      owner.command("GET", name);
      return false;
    } catch (RespException e) {
      return String.valueOf(e.getMessage()).startsWith("CLUSTERDOWN");
    }
  }
}
