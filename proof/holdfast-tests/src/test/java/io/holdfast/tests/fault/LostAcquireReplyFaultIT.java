package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.tests.fault.AcquireForm.Held;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The server has granted the lock and nobody hears of it. */
class LostAcquireReplyFaultIT extends OneServerFixture {

  static Stream<Arguments> formsAndEnds() {
    return Stream.of(AcquireForm.values())
        .flatMap(form ->
            Stream.of(AfterDrop.SILENT, AfterDrop.CUT).map(then -> Arguments.of(form, then)));
  }

  @ParameterizedTest
  @MethodSource("formsAndEnds")
  void acquire_itsReplyLost_findsItsOwnGrant(AcquireForm form, AfterDrop then) throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    DistributedLock bobs = bob(LONG).lock(name);
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    Held held = form.take(alices, PATIENCE).orElseThrow();
    proxy.awaitDropped(PATIENCE);
    grantedToken(held.view().token());
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    assertThat(bobs.tryAcquire()).isEmpty();
    held.giveBack().run();
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void acquire_itsConnectionHungUpInGoodOrder_findsItsOwnGrant() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.dropNextReplyTo(Wire.acquire(name), AfterDrop.HANG_UP);
    Held held = AcquireForm.ACQUIRE.take(alices, PATIENCE).orElseThrow();
    proxy.awaitDropped(PATIENCE);
    grantedToken(held.view().token());
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    held.giveBack().run();
    assertThat(server.keys()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void acquire_everyReplyLost_isUnavailableNeverRefused_andIsUndone(AcquireForm form)
      throws Exception {
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(LONG).unavailableAfter(Duration.ofMillis(400)))
        .lock(name);
    proxy.dropReplyTo(Wire.acquire(name), AfterDrop.CUT);
    assertThatThrownBy(() -> form.take(alices, Duration.ofMillis(300)))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining(name);
    proxy.awaitDropped(PATIENCE);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "CUT"})
  void tryAcquireNow_itsReplyLost_isUnavailableAndUndone(AfterDrop then) throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    assertThatThrownBy(alices::tryAcquire)
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining(name);
    proxy.awaitDropped(PATIENCE);
    eventually(() -> assertThat(server.keys()).isEmpty());
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    assertThatThrownBy(alices::tryLock).isInstanceOf(LockUnavailableException.class);
    proxy.awaitDropped(PATIENCE);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(names = {"SILENT", "CUT"})
  void grantOfALostReply_caredForByNobody_isPassedToTheWaiterOfAnotherClient(AfterDrop then)
      throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    DistributedLock bobs = bob(LONG).lock(name);
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    Caller<Boolean> alice = Caller.start(alices::tryLock);
    proxy.awaitDropped(PATIENCE);
    granted(bobs.tryAcquire(PATIENCE).orElseThrow()).close();
    assertThatThrownBy(alice::outcome).hasCauseInstanceOf(LockUnavailableException.class);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }
}
