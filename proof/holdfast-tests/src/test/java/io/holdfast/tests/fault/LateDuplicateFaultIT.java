package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.testkit.RespClient;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A copy of a request runs after the request was given up: what a client that resends does. */
class LateDuplicateFaultIT extends OneServerFixture {

  private static final int NOT_AFTER = 6; // EVALSHA sha 1 name holder lease floor not-after

  private final AtomicReference<String> sent = new AtomicReference<>("");

  @Test
  void acquire_copiedAfterItsRelease_isLateAndWritesNothing() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.holdNext(Wire.recording(Wire.acquire(name), sent));
    Caller<Lease> caller = Caller.start(alices::acquire);
    proxy.awaitHeld(PATIENCE);
    proxy.releaseHeld();
    granted(caller.outcome()).close();
    awaitNotAfter();
    assertThat(again()).asInstanceOf(LIST).startsWith(2L);
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void acquire_copiedAfterTheCleanUpOfAnUnknownOne_isLateAndWritesNothing() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.dropNextReplyTo(Wire.recording(Wire.acquire(name), sent), AfterDrop.CUT);
    assertThatThrownBy(alices::tryAcquire).isInstanceOf(LockUnavailableException.class);
    proxy.awaitDropped(PATIENCE);
    awaitNotAfter();
    assertThat(again()).asInstanceOf(LIST).startsWith(2L);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void acquire_copiedBetweenCleanUpAndNotAfter_isCleanedUpOnceMore() throws Exception {
    DistributedLock alices = open(
            "alice",
            proxy.uri(),
            settings -> settings.leaseTime(LONG).commandTimeout(LONG.dividedBy(20)))
        .lock(name);
    proxy.dropNextReplyTo(Wire.recording(Wire.acquire(name), sent), AfterDrop.CUT);
    assertThatThrownBy(alices::tryAcquire).isInstanceOf(LockUnavailableException.class);
    proxy.awaitDropped(PATIENCE);
    eventually(() -> assertThat(server.keys()).isEmpty());
    assertThat(again()).asInstanceOf(LIST).startsWith(1L);
    assertThat(server.keys()).containsExactly(name);
    eventually(() -> assertThat(server.keys()).isEmpty());
  }

  @Test
  void acquire_heldUpOnItsWayUntilItWasGivenUp_isLateAndWritesNothing() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.holdNext(Wire.recording(Wire.acquire(name), sent));
    assertThatThrownBy(alices::tryAcquire).isInstanceOf(LockUnavailableException.class);
    proxy.awaitHeld(PATIENCE);
    awaitNotAfter();
    long before = server.commandCalls("time");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("time")).isGreaterThan(before));
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void release_copiedAfterTheNextGrant_leavesItAlone() throws Exception {
    DistributedLock alices = alice(LONG).lock(name);
    proxy.dropNextReplyTo(Wire.recording(Wire.release(name), sent), AfterDrop.CUT);
    granted(alices.acquire()).close();
    proxy.awaitDropped(PATIENCE);
    try (Lease next = granted(alices.acquire())) {
      assertThat(again()).isEqualTo(0L);
      next.renew(LONG);
    }
  }

  /** The same request once more, from a connection of its own. */
  private Object again() {
    try (RespClient client = server.connect()) {
      return requireNonNull(client.command(words()));
    }
  }

  private void awaitNotAfter() {
    long notAfter = Long.parseLong(words()[NOT_AFTER + 1]);
    eventually("the server's time is past " + notAfter, () -> serverMicros() > notAfter);
  }

  private String[] words() {
    return requireNonNull(sent.get()).split(" ", -1);
  }

  private long serverMicros() {
    List<?> time = (List<?>) requireNonNull(server.command("TIME"));
    return Long.parseLong(String.valueOf(time.get(0))) * 1_000_000
        + Long.parseLong(String.valueOf(time.get(1)));
  }
}
