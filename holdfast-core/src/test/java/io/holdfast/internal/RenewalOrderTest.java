package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Two renewals of one holder are under way, and the server does the later one first. */
class RenewalOrderTest {

  /** By its digest alone it could be unknown, be sent again behind the later one, and be what the server does last. */
  @Test
  void renewal_thatMayShorten_isSentInFull() {
    Scene scene = Scene.open();
    Lease lease = scene.held("one");
    CompletableFuture<Void> renewed = lease.renewAsync(seconds(9));
    PlayedCall sent = scene.gateway.take("renew");
    assertThat(sent.call().bySha()).isFalse();
    sent.renewed();
    assertThat(renewed).isCompleted();
  }

  /** The first was redirected to another node on its way. */
  @Test
  void shortening_answeredAfterALaterRenewal_isBelieved() {
    Scene scene = Scene.plan().cluster(name -> 0).open();
    Lease lease = scene.held("one");
    CompletableFuture<Void> shorter = lease.renewAsync(seconds(9));
    PlayedCall redirected = scene.gateway.take("renew");
    scene.advance(millis(10));
    CompletableFuture<Void> longer = lease.renewAsync(seconds(60));
    scene.gateway.take("renew").renewed();
    assertThat(longer).isCompleted();
    redirected.renewed();
    assertThat(shorter).isCompleted();
    assertThat(lease.remaining()).as("the server may keep it for 9 s").isLessThan(seconds(9));
  }
}
