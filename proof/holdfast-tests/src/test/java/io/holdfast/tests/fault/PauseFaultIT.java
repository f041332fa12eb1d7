package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent;
import io.holdfast.testkit.ClientProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Somebody stands still: the server, the network, the holder's process. */
class PauseFaultIT extends OneServerFixture {

  @Test
  void serverPaused_shorterThanTheLease_holderKeepsTheLock() throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    DistributedLock alices = open(
            "alice",
            server.uri(),
            settings -> settings.leaseTime(Duration.ofSeconds(4)).listener(events::add))
        .lock(name);
    Lease lease = granted(alices.acquire());
    server.pause();
    try {
      eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.AtRisk.class));
    } finally {
      server.resume();
    }
    eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Renewed.class));
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(events).doesNotHaveAnyElementsOfTypes(LockEvent.Lost.class);
  }

  @Test
  void serverPaused_longerThanTheLease_holderIsToldMeanwhile_andTheWaiterServedAfterwards()
      throws Exception {
    Lease lease = granted(alice(SHORT).lock(name).acquire());
    DistributedLock bobs = open(
            "bob", server.uri(), settings -> settings.unavailableAfter(PATIENCE))
        .lock(name);
    CompletableFuture<Lease> async = bobs.acquireAsync();
    awaitListening(server);
    server.pause();
    try {
      assertThat(await(lease.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
      assertThat(async).isNotDone();
    } finally {
      server.resume();
    }
    granted(await(async)).close();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void holdersNetwork_silentLongerThanTheLease_holderIsToldAndOthersGoOn() throws Exception {
    Lease lease = granted(alice(SHORT).lock(name).acquire());
    CompletableFuture<Lease> async = bob(LONG).lock(name).acquireAsync();
    awaitListening(server);
    proxy.halfOpen();
    Lease bobs = await(async);
    assertThat(lease.isHeld()).isFalse();
    granted(bobs);
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    proxy.heal();
    bobs.renew(LONG);
    bobs.close();
  }

  @Test
  void waitersNetwork_silentDuringTheRelease_waiterIsServedAfterwards() throws Exception {
    Lease lease = heldByBob(LONG);
    DistributedLock alices = open(
            "alice", proxy.uri(), settings -> settings.unavailableAfter(PATIENCE))
        .lock(name);
    CompletableFuture<Lease> async = alices.acquireAsync();
    awaitListening(server);
    proxy.halfOpen();
    lease.close();
    assertThat(async).isNotDone();
    proxy.heal();
    granted(await(async)).close();
  }

  @Test
  void holdersProcess_pausedBeyondItsLease_isToldWhenItGoesOn() throws Exception {
    try (ClientProcess child = ClientProcess.start(HolderMain.class, server.uri(), name, "1500")) {
      grantedToken(Long.parseLong(child.awaitLine("held ", PATIENCE).substring(5)));
      CompletableFuture<Lease> async = bob(LONG).lock(name).acquireAsync();
      awaitListening(server);
      assertThat(async).isNotDone();
      child.pause();
      Lease bobs = granted(await(async));
      child.send("check"); // the first thing it does when it goes on
      child.resume();
      assertThat(child.awaitLine(line -> !line.startsWith("held"), PATIENCE))
          .isIn("check DEADLINE_PASSED", "lost DEADLINE_PASSED");
      assertThat(child.awaitLine(line -> !line.startsWith("held"), PATIENCE))
          .isIn("check DEADLINE_PASSED", "lost DEADLINE_PASSED");
      child.send("end");
      child.awaitLine("ended", PATIENCE);
      bobs.renew(LONG); // the child's farewell has not touched it
      bobs.close();
    }
  }

  @Test
  void holdersProcess_killed_waiterIsServedWhenTheLeaseIsOverAndNotBefore() throws Exception {
    try (ClientProcess child = ClientProcess.start(HolderMain.class, server.uri(), name, "1500")) {
      grantedToken(Long.parseLong(child.awaitLine("held ", PATIENCE).substring(5)));
      CompletableFuture<Lease> async = bob(LONG).lock(name).acquireAsync();
      awaitListening(server);
      child.kill();
      long asked = System.nanoTime();
      long remaining = (Long) requireNonNull(server.command("PTTL", name));
      Lease bobs = granted(await(async));
      assertThat(Duration.ofNanos(System.nanoTime() - asked))
          .isGreaterThanOrEqualTo(Duration.ofMillis(remaining));
      bobs.close();
    }
  }
}
