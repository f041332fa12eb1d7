package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RespClient;
import io.holdfast.testkit.RespException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The server answers with an error that time cures, or with one that it does not. */
class PassingErrorFaultIT extends OneServerFixture {

  private static final Duration MOMENT = Duration.ofMillis(400);

  @Override
  RedisServer startServer() {
    return RedisServer.builder().config("lua-time-limit", "10").start();
  }

  private Holdfast patient() {
    return open("alice", proxy.uri(), settings -> settings.unavailableAfter(PATIENCE));
  }

  /** Requests have been answered with the error, more than once. */
  private void awaitRetries() {
    proxy.resetCounts();
    eventually(() -> assertThat(proxy.commandCount("EVALSHA")).isGreaterThanOrEqualTo(3));
  }

  @Test
  void noReplicas_lockAskedFor_isRetriedUntilItPasses() throws Exception {
    DistributedLock alices = patient().lock(name);
    server.command("CONFIG", "SET", "min-replicas-to-write", "1");
    CompletableFuture<Lease> async = alices.acquireAsync();
    awaitRetries();
    assertThat(async).isNotDone();
    server.command("CONFIG", "SET", "min-replicas-to-write", "0");
    granted(await(async)).close();
  }

  @Test
  void noReplicas_longerThanUnavailableAfter_isUnavailableAndNamesIt() throws Exception {
    DistributedLock alices = open(
            "alice", proxy.uri(), settings -> settings.unavailableAfter(MOMENT))
        .lock(name);
    server.command("CONFIG", "SET", "min-replicas-to-write", "1");
    assertThatThrownBy(alices::acquire)
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining(name)
        .hasMessageContaining("NOREPLICAS");
    server.command("CONFIG", "SET", "min-replicas-to-write", "0");
  }

  @Test
  void noReplicas_lockHeld_isRenewedWhenItHasPassed() throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(Duration.ofSeconds(4)).listener(events::add))
        .lock(name);
    Lease lease = granted(alices.acquire());
    server.command("CONFIG", "SET", "min-replicas-to-write", "1");
    eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.AtRisk.class));
    server.command("CONFIG", "SET", "min-replicas-to-write", "0");
    eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Renewed.class));
    lease.ensureHeld();
    lease.close();
  }

  @Test
  void noReplicas_lockReleased_isReleasedWhenItHasPassed() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    server.command("CONFIG", "SET", "min-replicas-to-write", "1");
    CompletableFuture<Void> released = lease.releaseAsync();
    awaitRetries();
    assertThat(released).isNotDone();
    server.command("CONFIG", "SET", "min-replicas-to-write", "0");
    await(released);
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void busyScript_lockAskedFor_isRetriedUntilItEnds() throws Exception {
    DistributedLock alices = patient().lock(name);
    try (RespClient busy = server.connect()) {
      busy.send("EVAL", "while true do end", "0");
      eventually("the server is busy", this::isBusy);
      CompletableFuture<Lease> async = alices.acquireAsync();
      awaitRetries();
      assertThat(async).isNotDone();
      server.command("SCRIPT", "KILL");
      granted(await(async)).close();
    }
  }

  private boolean isBusy() {
    try {
      server.command("PING");
      return false;
    } catch (RespException e) {
      return String.valueOf(e.getMessage()).startsWith("BUSY");
    }
  }

  @Test
  void primaryMadeAReplica_lockAskedFor_isRetriedUntilItIsPrimaryAgain() throws Exception {
    DistributedLock alices = patient().lock(name);
    server.command("REPLICAOF", "127.0.0.1", "1");
    CompletableFuture<Lease> async;
    try {
      async = alices.acquireAsync();
      proxy.resetCounts();
      eventually(() -> assertThat(proxy.commandCount("ROLE")).isGreaterThanOrEqualTo(2));
      assertThat(async).isNotDone();
    } finally {
      server.command("REPLICAOF", "NO", "ONE");
    }
    granted(await(async)).close();
  }

  /** It may know of a lock that is over, and not of one that is held: whatever it is asked, it says that it is none. */
  @Test
  void primaryMadeAReplica_whateverItIsAsked_isNotAnswered() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    List<ThrowingCallable> questions = List.of(
        alices::isLocked,
        alices::inspect,
        alices::remainingLeaseTime,
        alices::forceRelease,
        alices::tryAcquire,
        () -> alices.tryAcquire(Duration.ofMillis(50)));
    for (ThrowingCallable question : questions) {
      server.command("REPLICAOF", "127.0.0.1", "1");
      try {
        assertThatThrownBy(question)
            .isInstanceOfAny(ServerErrorException.class, LockUnavailableException.class);
      } finally {
        server.command("REPLICAOF", "NO", "ONE");
      }
      eventually("it is asked again", () -> {
        try {
          return !alices.isLocked();
        } catch (LockUnavailableException | ServerErrorException e) {
          return false;
        }
      });
    }
  }

  @Test
  void readOnlyReplica_connectedTo_isRefusedAndSaysSo() {
    server.command("REPLICAOF", "127.0.0.1", "1");
    try {
      assertThatThrownBy(() -> openUnfit("alice", proxy.uri(), settings -> settings))
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining("read-only replica");
    } finally {
      server.command("REPLICAOF", "NO", "ONE");
    }
  }

  @Test
  void outOfMemory_lockAskedFor_failsAtOnceAndSaysSo() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    server.command("CONFIG", "SET", "maxmemory", "1");
    try {
      assertThatThrownBy(alices::acquire)
          .isInstanceOf(ServerErrorException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("OOM")
          .hasMessageContaining("maxmemory");
      assertThat(server.keys()).isEmpty();
    } finally {
      server.command("CONFIG", "SET", "maxmemory", "0");
    }
  }

  @Test
  void outOfMemory_lockHeld_isRenewedAndReleasedAllTheSame() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    server.command("CONFIG", "SET", "maxmemory", "1");
    try {
      lease.renew(LONG);
      lease.close();
      assertThat(server.keys()).isEmpty();
    } finally {
      server.command("CONFIG", "SET", "maxmemory", "0");
    }
  }
}
