package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The lock is released while the waiter's pub/sub connection is away. The message is lost, and the waiter sleeps
 * until the lease it saw is over: 30 s by default (redisson#763, #1763, #5761).
 */
class ReleaseDuringPubSubReconnectIT extends Story {

  @Test
  void aReleaseNobodyHeard_isFoundAfterTheReconnect() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    Caller<Optional<Lease>> waiter = waitingAlice();
    proxy.refuse();
    proxy.cutPubSub();
    eventually(() -> assertThat(server.channels()).isEmpty());
    held.close(); // nobody listens
    assertThat(waiter.isDone()).isFalse();
    proxy.accept();
    waiter.outcome().orElseThrow().close();
  }

  @Test
  void aReleaseIntoAHalfOpenConnection_isFoundByItsPing() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    Caller<Optional<Lease>> waiter = waitingAlice();
    proxy.halfOpenPubSub();
    held.close(); // sent to Alice, never arrived
    waiter.outcome().orElseThrow().close();
  }

  @Test
  void aReleaseBetweenTheRefusalAndTheSubscription_isFound() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    proxy.holdNext("SUBSCRIBE");
    Caller<Optional<Lease>> waiter =
        Caller.startWaiting(() -> alices.tryAcquire(Duration.ofMinutes(10), ENDLESS));
    proxy.awaitHeld(PATIENCE);
    held.close();
    proxy.releaseHeld();
    waiter.outcome().orElseThrow().close();
  }

  /** Alice has asked, listens, and has asked again since: from here on she sleeps. */
  private Caller<Optional<Lease>> waitingAlice() {
    long before = server.commandCalls("evalsha");
    Caller<Optional<Lease>> waiter =
        Caller.startWaiting(() -> alices.tryAcquire(Duration.ofMinutes(10), ENDLESS));
    eventually(() -> assertThat(server.commandCalls("evalsha")).isEqualTo(before + 2));
    assertThat(server.channels()).hasSize(1);
    return waiter;
  }
}
