package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A shorter renewal that was surely not done must leave the lease what it had. */
class FailedShorteningTest {

  private final Scene scene = Scene.open();

  @Test
  void renew_fixedShorterErrorReply_goesOnWithWhatItHad() {
    Lease lease = scene.held("a", LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Void> shorter = lease.renewAsync(seconds(5));
    scene.gateway.take("renew").error("LOADING Redis is loading the dataset in memory");
    assertThat(failure(shorter)).isInstanceOf(ServerErrorException.class);
    assertThat(lease.remaining()).as("surely not done").isGreaterThan(seconds(50));
  }

  @Test
  void renew_fixedShorterNeverSent_goesOnWithWhatItHad() {
    Lease lease = scene.held("a", LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Void> shorter = lease.renewAsync(seconds(5));
    scene.gateway.take("renew").unsent();
    assertThat(failure(shorter)).isInstanceOf(LockUnavailableException.class);
    assertThat(lease.remaining()).as("never sent").isGreaterThan(seconds(50));
  }

  @Test
  void renew_renewedShorterErrorReply_isNotLost() {
    Lease lease = scene.held("a");
    CompletableFuture<Void> shorter = lease.renewAsync(seconds(8));
    scene.gateway.take("renew").error("TRYAGAIN");
    assertThat(failure(shorter)).isInstanceOf(ServerErrorException.class);
    scene.advanceRenewing(seconds(20)); // every renewal is answered from here on
    assertThat(lease.isHeld())
        .as("all renewals were answered: %s", scene.events)
        .isTrue();
  }
}
