package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseOptions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A fixed lease whose holder makes it shorter than the answer to that takes. */
class ShortenedPastTest {

  @Test
  void renew_fixedShorterThanItsAnswerTakes_isToldAtItsDeadline() {
    Scene scene = Scene.open();
    Lease lease = scene.held("a", LeaseOptions.fixed(seconds(60)));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    CompletableFuture<Void> unused = lease.renewAsync(millis(200));
    PlayedCall slow = scene.gateway.take("renew");
    scene.advance(millis(300));
    assertThat(lease.remaining()).isZero(); // its deadline has passed, by its own clock
    assertThat(lost).as("told at its deadline; %s is not answered", slow).isCompleted();
  }
}
