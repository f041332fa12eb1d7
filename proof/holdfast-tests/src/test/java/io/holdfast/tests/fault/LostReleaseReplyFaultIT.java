package io.holdfast.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.tests.fault.AcquireForm.Held;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The server has released the lock and nobody hears of it. */
class LostReleaseReplyFaultIT extends OneServerFixture {

  static Stream<Arguments> formsAndEnds() {
    return Stream.of(AcquireForm.ACQUIRE, AcquireForm.LOCK)
        .flatMap(form -> Stream.of(AfterDrop.values()).map(then -> Arguments.of(form, then)));
  }

  @ParameterizedTest
  @MethodSource("formsAndEnds")
  void release_itsReplyLost_isTriedAgainWithoutComplaint(AcquireForm form, AfterDrop then)
      throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    Held held = form.take(alices, PATIENCE).orElseThrow();
    grantedToken(held.view().token());
    proxy.dropNextReplyTo(Wire.release(name), then);
    held.giveBack().run();
    proxy.awaitDropped(PATIENCE);
    assertThat(server.keys()).isEmpty();
    assertThat(held.view().lost().toCompletableFuture()).isNotDone();
  }

  @ParameterizedTest
  @EnumSource
  void releaseAsync_itsReplyLost_isTriedAgainWithoutComplaint(AfterDrop then) throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    proxy.dropNextReplyTo(Wire.release(name), then);
    CompletableFuture<Void> released = lease.releaseAsync();
    proxy.awaitDropped(PATIENCE);
    await(released);
    assertThat(server.keys()).isEmpty();
    assertThat(lease.lost().toCompletableFuture()).isNotDone();
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "CUT"})
  void release_triedAgainAfterBobGotTheLock_leavesBobAlone(AfterDrop then) throws Exception {
    Lease lease = granted(alice(LONG).lock(name).acquire());
    CompletableFuture<Lease> bobs = bob(LONG).lock(name).acquireAsync();
    awaitListening(server);
    proxy.dropNextReplyTo(Wire.release(name), then);
    CompletableFuture<Void> released = lease.releaseAsync();
    proxy.awaitDropped(PATIENCE);
    Lease bobsLease = granted(await(bobs));
    await(released);
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    bobsLease.ensureHeld();
    bobsLease.renew(LONG);
    bobsLease.close();
  }

  @Test
  void release_itsReplyLost_letsTheNextLocalCallerIn() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    Lease lease = granted(alices.acquire());
    proxy.dropNextReplyTo(Wire.release(name), AfterDrop.SILENT);
    CompletableFuture<Void> released = lease.releaseAsync();
    proxy.awaitDropped(PATIENCE);
    Lease next = granted(alices.tryAcquire(PATIENCE).orElseThrow());
    await(released);
    next.ensureHeld();
    next.close();
    assertThat(server.keys()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "CUT"})
  void yield_itsReplyLost_letsTheNextLocalCallerInWithAGreaterToken(AfterDrop then)
      throws Exception {
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(LONG).handOverBudget(0, Duration.ZERO))
        .lock(name);
    Lease lease = granted(alices.acquire());
    CompletableFuture<Lease> next = alices.acquireAsync();
    proxy.dropNextReplyTo(Wire.yieldTurn(name), then);
    lease.close();
    proxy.awaitDropped(PATIENCE);
    Lease second = granted(await(next));
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    second.renew(LONG);
    second.close();
    assertThat(server.keys()).isEmpty();
  }
}
