package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A primary with one replica, which is to acknowledge the lock and can or cannot. */
class AcknowledgedFaultIT extends OneServerFixture {

  private RedisServer replica;

  @SuppressWarnings("NullAway.Init")
  AcknowledgedFaultIT() {}

  @Override
  RedisServer startServer() {
    RedisServer primary = RedisServer.start();
    replica = RedisServer.builder().replicaOf(primary).start();
    primary.awaitReplicas(1);
    return primary;
  }

  @AfterAll
  void stopReplica() {
    replica.close();
  }

  /** The next test finds it in step. */
  @AfterEach
  void resume() {
    replica.resume();
    server.awaitReplicas(1);
  }

  /** With a command timeout of which replicas get a quarter. */
  private Holdfast alice(String uri, Duration commandTimeout) {
    return open("alice", uri, settings -> settings.commandTimeout(commandTimeout));
  }

  private Holdfast alice() {
    return alice(proxy.uri(), Duration.ofSeconds(2));
  }

  /** Replicas have 2.5 s: enough to look at what happens meanwhile. */
  private Holdfast patientAlice() {
    return alice(proxy.uri(), Duration.ofSeconds(10));
  }

  private void awaitBlocked() {
    eventually(
        "a client is blocked by WAIT",
        () -> server.info("clients", "blocked_clients").equals("1"));
  }

  // ---- in step

  @Test
  void lock_replicaInStep_isAtTheReplicaWhenItIsHeld_forOneScriptAndOneWait() throws Exception {
    DistributedLock alices = alice().lock(name).acknowledgedBy(1);
    server.resetStats();
    Lease lease = granted(alices.acquire());
    assertThat(replica.keys()).containsExactly(name);
    assertThat(server.commandCalls("evalsha")).isEqualTo(1);
    assertThat(server.commandCalls("wait")).isEqualTo(1);
    lease.close();
    assertThat(server.commandCalls("evalsha")).isEqualTo(2);
    assertThat(server.commandCalls("wait")).isEqualTo(1);
  }

  @Test
  void lock_scriptUnknownToTheServer_isAcknowledgedAllTheSame() throws Exception {
    DistributedLock alices = alice().lock(name).acknowledgedBy(1);
    server.command("SCRIPT", "FLUSH");
    Lease lease = granted(alices.acquire());
    assertThat(replica.keys()).containsExactly(name);
    lease.close();
  }

  @Test
  void waiter_whileTheReleaseIsOnItsWay_isServedWhenItArrives() throws Exception {
    Holdfast alice = patientAlice();
    Lease lease = granted(alice.lock(name).acquire());
    CompletableFuture<Lease> next = alice.lock(name).acknowledgedBy(1).acquireAsync();
    proxy.holdNext(Wire.release(name));
    CompletableFuture<Void> released =
        lease.releaseAsync(); // goes the ordinary way, and is overtaken
    proxy.awaitHeld(PATIENCE);
    awaitListening(server);
    assertThat(next).isNotDone();
    proxy.releaseHeld();
    granted(await(next)).close();
    await(released);
  }

  @Test
  void waiter_heldByAnotherClient_isWokenAndAcknowledged() throws Exception {
    Lease bobs = heldByBob(LONG);
    CompletableFuture<Lease> alices = alice().lock(name).acknowledgedBy(1).acquireAsync();
    awaitListening(server);
    bobs.close();
    Lease lease = granted(await(alices));
    assertThat(replica.keys()).containsExactly(name);
    lease.close();
  }

  // ---- not in step

  @Test
  void lock_replicaSilent_isReleasedAgainAndTheCallerTold() throws Exception {
    DistributedLock alices = alice().lock(name).acknowledgedBy(1);
    DistributedLock bobs = bob(LONG).lock(name);
    replica.pause();
    assertThatThrownBy(alices::lock)
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining(
            "lock '" + name + "' was granted, but acknowledged by 0 of 1 replicas within 500 ms")
        .hasMessageEndingWith("it was released again");
    assertThat(server.keys()).isEmpty();
    assertThat(alices.isHeldByCurrentThread()).isFalse();
    granted(bobs.tryAcquire().orElseThrow()).close();
    assertThatThrownBy(() -> alices.tryAcquire(Duration.ofMillis(50)))
        .isInstanceOf(NotAcknowledgedException.class);
    replica.resume();
    granted(alices.acquire()).close();
  }

  @Test
  void lock_moreReplicasThanThereAre_isReleasedAgain() {
    DistributedLock alices = alice().lock(name).acknowledgedBy(2);
    assertThatThrownBy(alices::tryLock)
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("by 1 of 2 replicas");
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void otherLocks_whileReplicasAreWaitedFor_areNotHeldUp() throws Exception {
    Holdfast alice = patientAlice();
    granted(alice.lock(name).acknowledgedBy(1).acquire()).close();
    replica.pause();
    CompletableFuture<Lease> waiting = alice.lock(name).acknowledgedBy(1).acquireAsync();
    awaitBlocked();
    try (Lease other = alice.lock(name + ":other").tryAcquire().orElseThrow()) {
      other.renew(LONG);
    }
    assertThat(server.info("clients", "blocked_clients")).isEqualTo("1");
    assertThat(waiting).isNotDone();
    replica.resume();
    granted(await(waiting)).close();
  }

  @Test
  void acknowledgedLocks_thatCollectWhileReplicasAreWaitedFor_shareTheNextWait() throws Exception {
    Holdfast alice = patientAlice();
    granted(alice.lock(name).acknowledgedBy(1).acquire()).close();
    replica.pause();
    server.resetStats();
    CompletableFuture<Lease> first = alice.lock(name).acknowledgedBy(1).acquireAsync();
    awaitBlocked();
    List<CompletableFuture<Lease>> more = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      more.add(alice.lock(name + ":" + i).acknowledgedBy(1).acquireAsync());
    }
    replica.resume();
    granted(await(first)).close();
    for (CompletableFuture<Lease> next : more) {
      await(next).close();
    }
    assertThat(server.commandCalls("wait")).isEqualTo(2);
  }

  @Test
  void tryAcquire_heldByAnother_isRefusedAtOnceAndNoReplicaIsWaitedFor() throws Exception {
    Lease bobs = heldByBob(LONG);
    DistributedLock alices = alice().lock(name).acknowledgedBy(2); // there is one
    server.resetStats();
    assertThat(alices.tryAcquire()).isEmpty();
    assertThat(alices.tryLock()).isFalse();
    assertThat(server.commandCalls("wait")).isZero();
    bobs.close();
  }

  @Test
  void lockThatWantsFewer_whileMoreReplicasThanThereAreAreWaitedFor_isNotHeldUp() throws Exception {
    Holdfast alice = patientAlice();
    CompletableFuture<Lease> greedy =
        alice.lock(name + ":more").acknowledgedBy(2).acquireAsync();
    awaitBlocked();
    granted(alice.lock(name).acknowledgedBy(1).acquire()).close();
    assertThat(greedy).isNotDone();
    assertThat(server.info("clients", "blocked_clients")).isEqualTo("1");
    assertThat(greedy).failsWithin(PATIENCE);
  }

  @Test
  void lockOfAShortLease_sentWithOneOfALongLease_isToldWhenItsOwnTimeIsOver() throws Exception {
    Holdfast alice = patientAlice();
    granted(alice.lock(name).acknowledgedBy(1).acquire()).close();
    replica.pause();
    proxy.holdNext(Wire.acquire(name));
    CompletableFuture<Lease> longer = alice.lock(name).acknowledgedBy(1).acquireAsync();
    proxy.awaitHeld(PATIENCE);
    LeaseOptions shortLease = LeaseOptions.fixed(Duration.ofSeconds(2));
    CompletableFuture<Lease> shorter =
        alice.lock(name + ":short").acknowledgedBy(1).acquireAsync(shortLease);
    proxy.releaseHeld();
    assertThatThrownBy(() -> await(shorter))
        .hasRootCauseInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("within 500 ms");
    assertThat(longer).isNotDone();
    replica.resume();
    granted(await(longer)).close();
  }

  @Test
  void close_whileReplicasAreWaitedFor_leavesNothing() throws Exception {
    Holdfast alice =
        openUnfit("alice", proxy.uri(), settings -> settings.commandTimeout(Duration.ofSeconds(2)));
    granted(alice.lock(name).acknowledgedBy(1).acquire()).close();
    replica.pause();
    CompletableFuture<Lease> waiting = alice.lock(name).acknowledgedBy(1).acquireAsync();
    awaitBlocked();
    alice.close();
    assertThat(waiting).isCompletedExceptionally();
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  // ---- rights and replies

  @Test
  void lock_withoutTheRightToWait_isReleasedAgainAndTheRightNamed() throws Exception {
    server.command(
        "ACL", "SETUSER", "alice", "reset", "on", ">secret", "~*", "&*", "+@all", "-wait");
    String uri = "redis://alice:secret@127.0.0.1:" + proxy.port();
    Holdfast alice = alice(uri, Duration.ofSeconds(2));
    assertThatThrownBy(() -> alice.lock(name).acknowledgedBy(1).acquire())
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("NOPERM")
        .hasMessageContaining("right to WAIT");
    assertThat(server.keys()).isEmpty();
    granted(alice.lock(name).acquire()).close();
    server.command("ACL", "SETUSER", "alice", "+wait");
    granted(alice.lock(name).acknowledgedBy(1).acquire()).close();
  }

  @ParameterizedTest
  @EnumSource
  void waitReplyLost_lockGranted_isReleasedAgain(FaultProxy.AfterDrop then) throws Exception {
    DistributedLock alices = alice().lock(name).acknowledgedBy(1);
    proxy.dropNextReplyTo(FaultProxy.command("WAIT"), then);
    if (then == FaultProxy.AfterDrop.SILENT) { // the call's time is over before anything is known
      granted(alices.acquire()).close();
    } else {
      assertThatThrownBy(alices::acquire)
          .isInstanceOf(NotAcknowledgedException.class)
          .hasMessageContaining("whether 1 replicas have acknowledged it is not known");
      assertThat(server.keys()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void scriptReplyLost_lockAskedFor_isAskedForAgainAndAcknowledged(FaultProxy.AfterDrop then)
      throws Exception {
    DistributedLock alices = alice().lock(name).acknowledgedBy(1);
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    Lease lease = granted(alices.acquire());
    assertThat(replica.keys()).containsExactly(name);
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    lease.close();
  }

  @Test
  void connectionsCut_whileIdle_nextLockIsAcknowledgedOnNewOnes() throws Exception {
    DistributedLock alices = alice().lock(name).acknowledgedBy(1);
    granted(alices.acquire()).close();
    proxy.cut();
    granted(alices.acquire()).close();
  }
}
