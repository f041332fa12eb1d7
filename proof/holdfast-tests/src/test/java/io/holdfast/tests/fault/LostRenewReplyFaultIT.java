package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server has prolonged the lease and nobody hears of it. */
class LostRenewReplyFaultIT extends OneServerFixture {

  @ParameterizedTest
  @EnumSource
  void renewal_itsReplyLost_isTriedAgainInsideTheDeadline(AfterDrop then) throws Exception {
    List<LockEvent> events = new CopyOnWriteArrayList<>();
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(Duration.ofSeconds(4)).listener(events::add))
        .lock(name);
    proxy.dropNextReplyTo(Wire.renew(name), then);
    try (Lease lease = granted(alices.acquire())) {
      proxy.awaitDropped(PATIENCE);
      eventually(() -> assertThat(events).hasAtLeastOneElementOfType(LockEvent.Renewed.class));
      assertThat(lease.isHeld()).isTrue();
      assertThat(lease.lost().toCompletableFuture()).isNotDone();
    }
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void renewals_everyReplyLost_areToldAtTheDeadline_andTheProlongedKeyIsRemoved() throws Exception {
    DistributedLock alices = alice(SHORT).lock(name);
    DistributedLock bobs = bob(LONG).lock(name);
    proxy.dropReplyTo(Wire.renew(name), AfterDrop.CUT);
    Lease lease = granted(alices.acquire());
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    proxy.awaitDropped(PATIENCE);
    assertThat(lease.isHeld()).isFalse();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    granted(bobs.tryAcquire(PATIENCE).orElseThrow()).close();
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "CUT"})
  void explicitRenewal_itsReplyLost_isUnavailable_andTheEarlierDeadlineCounts(AfterDrop then)
      throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    Lease lease = granted(alices.acquire(LeaseOptions.fixed(Duration.ofSeconds(15))));
    proxy.dropNextReplyTo(Wire.renew(name), then);
    assertThatThrownBy(() -> lease.renew(LONG))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining(name);
    proxy.awaitDropped(PATIENCE);
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(15));
    lease.close();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void explicitShortening_itsReplyLost_countsAsDone() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    Lease lease = granted(alices.acquire(LeaseOptions.fixed(LONG)));
    proxy.dropNextReplyTo(Wire.renew(name), AfterDrop.CUT);
    assertThatThrownBy(() -> lease.renew(Duration.ofSeconds(2)))
        .isInstanceOf(LockUnavailableException.class);
    proxy.awaitDropped(PATIENCE);
    assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(2));
    assertThat(await(lease.lost()).reason()).isIn(Reason.LEASE_OVER, Reason.DEADLINE_PASSED);
  }

  @Test
  void renewal_heldUpUntilAfterTheRelease_prolongsNothing() throws Exception {
    DistributedLock alices = alice(SHORT).lock(name);
    DistributedLock bobs = bob(LONG).lock(name);
    proxy.holdNext(Wire.renew(name));
    Lease lost = granted(alices.acquire());
    proxy.awaitHeld(PATIENCE);
    assertThat(await(lost.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    Lease bobsLease = granted(bobs.tryAcquire(PATIENCE).orElseThrow());
    long before = server.commandCalls("hexists");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("hexists")).isGreaterThan(before));
    assertThat(bobsLease.isHeld()).isTrue();
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    bobsLease.renew(LONG); // the server still knows it
    bobsLease.close();
  }
}
