package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The server ends and comes back, with its data or without. */
class ServerRestartFaultIT extends OneServerFixture {

  @Override
  RedisServer startServer() {
    return RedisServer.builder().persistent().start();
  }

  @Test
  void restartWithData_lockHeld_staysHeldAndIsReleased() throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(Duration.ofSeconds(4)).listener(events::add))
        .lock(name);
    DistributedLock bobs = bob(LONG).lock(name);
    Lease lease = granted(alices.acquire());
    server.restart();
    assertThat(server.keys()).containsExactly(name);
    events.clear();
    eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Renewed.class));
    assertThat(lease.isHeld()).isTrue();
    assertThat(bobs.tryAcquire(Duration.ofMillis(50))).isEmpty();
    lease.close();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void restartWithData_lockWaitedFor_waiterHearsTheReleaseAfterwards() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    DistributedLock bobs = bob(LONG).lock(name);
    CompletableFuture<Lease> async = bobs.acquireAsync();
    Caller<Long> blocking = Caller.startWaiting(() -> {
      try (Lease mine = bobs.tryAcquire(PATIENCE).orElseThrow()) {
        return mine.token();
      }
    });
    awaitListening(server);
    server.restart();
    awaitListening(server);
    assertThat(async).isNotDone();
    lease.close();
    granted(await(async)).close();
    grantedToken(blocking.outcome());
  }

  @Test
  void restartWithoutData_lockHeld_holderIsToldByItsRenewal() throws Exception {
    Lease lease = granted(alice(Duration.ofSeconds(3)).lock(name).acquire());
    server.restartEmpty();
    assertThat(await(lease.lost()).reason()).isIn(Reason.RENEWAL_REFUSED, Reason.DEADLINE_PASSED);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void restartWithoutData_lockWaitedFor_waiterGetsItAtOnceWithAGreaterToken() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    CompletableFuture<Lease> bobs = bob(LONG).lock(name).acquireAsync();
    awaitListening(server);
    server.restartEmpty();
    Lease next = granted(await(bobs));
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    next.renew(LONG); // alice's release has not touched it
    next.close();
  }

  @Test
  void serverGone_lockAskedFor_isUnavailable_andServedAfterwards() throws Exception {
    DistributedLock alices = open(
            "alice", proxy.uri(), settings -> settings.unavailableAfter(Duration.ofMillis(400)))
        .lock(name);
    server.kill();
    try {
      Caller<Lease> blocking = Caller.start(alices::acquire);
      Caller<Boolean> thread = Caller.start(() -> {
        alices.lock();
        return true;
      });
      CompletableFuture<Lease> async = alices.acquireAsync();
      assertThatThrownBy(blocking::outcome).hasCauseInstanceOf(LockUnavailableException.class);
      assertThatThrownBy(thread::outcome).hasCauseInstanceOf(LockUnavailableException.class);
      assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(LockUnavailableException.class);
      assertThatThrownBy(() -> alices.tryAcquire(Duration.ofMillis(50)))
          .isInstanceOf(LockUnavailableException.class);
      assertThatThrownBy(alices::tryLock).isInstanceOf(LockUnavailableException.class);
      assertThatThrownBy(alices::isLocked).isInstanceOf(LockUnavailableException.class);
    } finally {
      server.restart();
    }
    eventually("a connection is back", () -> {
      try {
        return !alices.isLocked();
      } catch (LockUnavailableException notYet) {
        return false;
      }
    });
  }

  @Test
  void serverGone_lockReleased_isReleasedWhenItIsBack() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    server.kill();
    CompletableFuture<Void> released = lease.releaseAsync();
    server.restart();
    await(released);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void serverGone_lockAskedForMeanwhile_isGrantedWhenItIsBack() throws Exception {
    DistributedLock alices = open(
            "alice", proxy.uri(), settings -> settings.unavailableAfter(PATIENCE))
        .lock(name);
    server.kill();
    CompletableFuture<Lease> async = alices.acquireAsync();
    server.restart();
    granted(await(async)).close();
  }
}
