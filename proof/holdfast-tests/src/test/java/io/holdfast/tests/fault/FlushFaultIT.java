package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LockEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The server forgets: its scripts, its keys. */
class FlushFaultIT extends OneServerFixture {

  @Test
  void scriptsFlushed_lockHeld_isRenewedAndReleased() throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(Duration.ofSeconds(2)).listener(events::add))
        .lock(name);
    Lease lease = granted(alices.acquire());
    server.command("SCRIPT", "FLUSH");
    eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Renewed.class));
    server.command("SCRIPT", "FLUSH");
    lease.renew(Duration.ofSeconds(2));
    server.command("SCRIPT", "FLUSH");
    lease.close();
    assertThat(server.keys()).isEmpty();
    assertThat(proxy.commandCount("EVAL")).isGreaterThanOrEqualTo(3);
  }

  @Test
  void scriptsFlushed_lockWaitedFor_waiterIsServed() throws Exception {
    Lease lease = heldByBob(LONG);
    CompletableFuture<Lease> async = alice(LONG).lock(name).acquireAsync();
    awaitListening(server);
    server.command("SCRIPT", "FLUSH");
    lease.close();
    granted(await(async)).close();
  }

  @Test
  void scriptsFlushed_replyToTheFullRequestLost_findsItsOwnGrant() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    server.command("SCRIPT", "FLUSH");
    proxy.dropNextReplyTo("EVAL");
    Lease lease = granted(alices.acquire());
    proxy.awaitDropped(PATIENCE);
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    lease.close();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void keysFlushed_lockHeld_holderIsTold_andTheNextTokenIsGreater() throws Exception {
    DistributedLock alices = alice(Duration.ofMillis(1_500)).lock(name);
    Lease lease = granted(alices.acquire());
    server.command("FLUSHALL");
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    granted(alices.acquire()).close();
    granted(bob(LONG).lock(name).acquire()).close();
  }

  @Test
  void keysFlushed_lockHeldAndReleased_holderIsToldByTheRelease() throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    server.command("FLUSHALL");
    assertThatThrownBy(lease::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(Reason.RENEWAL_REFUSED));
  }

  @Test
  void keysFlushed_lockWaitedFor_waiterIsServedWithinTheLease() throws Exception {
    Lease lease = heldByBob(Duration.ofMillis(1_500));
    CompletableFuture<Lease> async = alice(LONG).lock(name).acquireAsync();
    awaitListening(server);
    server.command("FLUSHALL");
    Lease alices = granted(await(async));
    assertThat(await(lease.lost()).reason()).isIn(Reason.RENEWAL_REFUSED, Reason.DEADLINE_PASSED);
    alices.renew(LONG);
    alices.close();
  }

  @Test
  void keysFlushed_takenByAnotherMeanwhile_isNotTakenBackByTheRenewal() throws Exception {
    Lease lease = granted(alice(Duration.ofSeconds(2)).lock(name).acquire());
    DistributedLock bobs = bob(LONG).lock(name);
    server.command("FLUSHALL");
    Lease next = granted(bobs.tryAcquire().orElseThrow());
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThat(lease.token()).isLessThan(next.token());
    next.renew(LONG);
    next.close();
  }
}
