package io.holdfast.tests.fault;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.testkit.FaultProxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The connection that brings wake-ups fails alone. The holder's lease is long: only a wake-up helps. */
class PubSubFaultIT extends OneServerFixture {

  private static final Duration ONE_TRY = Duration.ofSeconds(20);

  @Test
  void pubSubConnection_killedWhileSomebodyWaits_isReplacedAndHearsTheRelease() throws Exception {
    Lease lease = heldByBob(LONG);
    CompletableFuture<Lease> alices = alice(LONG).lock(name).acquireAsync();
    awaitListening(server);
    assertThat(server.killPubSubConnections()).isEqualTo(1);
    awaitListening(server);
    assertThat(alices).isNotDone();
    lease.close();
    granted(await(alices)).close();
  }

  @Test
  void release_publishedWhilePubSubIsAway_isFoundAllTheSame() throws Exception {
    Lease lease = heldByBob(LONG);
    CompletableFuture<Lease> async = alice(LONG).lock(name).acquireAsync();
    awaitListening(server);
    proxy.refuse();
    assertThat(server.killPubSubConnections()).isEqualTo(1);
    eventually(() -> assertThat(server.channels()).isEmpty());
    lease.close();
    Lease found = granted(await(async)); // it asks every two seconds, as long as it hears nothing
    proxy.accept();
    found.close();
  }

  @Test
  void release_publishedBeforeTheSubscriptionReachesTheServer_isFoundAfterIt() throws Exception {
    Lease lease = heldByBob(LONG);
    proxy.holdNext("SUBSCRIBE");
    CompletableFuture<Lease> async = alice(LONG).lock(name).acquireAsync();
    proxy.awaitHeld(PATIENCE);
    lease.close();
    proxy.releaseHeld();
    granted(await(async)).close();
  }

  @Test
  void subscription_neverAcknowledged_waiterIsServedWhenTheLeaseIsOver() throws Exception {
    Lease lease = granted(bob(LONG).lock(name).acquire(LeaseOptions.fixed(SHORT)));
    proxy.dropReplyTo(FaultProxy.command("SUBSCRIBE"), FaultProxy.AfterDrop.SILENT);
    Optional<Lease> alices = alice(LONG).lock(name).tryAcquire(ONE_TRY);
    proxy.awaitDropped(PATIENCE);
    granted(alices.orElseThrow()).close();
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void pubSubConnection_halfOpen_isFoundByItsPing_andTheMissedReleaseWithIt() throws Exception {
    Lease lease = heldByBob(LONG);
    CompletableFuture<Lease> async = alice(LONG).lock(name).acquireAsync();
    awaitListening(server);
    proxy.halfOpenPubSub();
    lease.close();
    granted(await(async)).close();
  }
}
