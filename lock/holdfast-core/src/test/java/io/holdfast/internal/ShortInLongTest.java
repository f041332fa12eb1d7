package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A short lease inside a tenure that the server keeps for long. If its holder dies, or leaves it to run out, everybody
 * is blocked for the lease time of somebody else.
 */
class ShortInLongTest {

  private static final Duration LONG = Duration.ofHours(24);

  /** Nothing is sent until the lease is over: what the server keeps then is what the last request asked for. */
  private static long keptMillis(Scene scene, long asked) {
    long kept = asked;
    while (scene.gateway.open() > 0) {
      PlayedCall renewal = scene.gateway.take("renew");
      if (renewal.argument(1).equals("set")) {
        kept = renewal.leaseMillis();
      }
      renewal.renewed();
    }
    return kept;
  }

  @Test
  void fixed_handedOverByALongerOneAndLeft_endsWithItsOwnLease() {
    Scene scene = Scene.open();
    Lease lease = scene.held("a", LeaseOptions.fixed(LONG));
    CompletableFuture<Lease> next = scene.acquire("a", LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Void> unused = lease.releaseAsync();
    long kept = keptMillis(scene, LONG.toMillis());
    now(next).leave();
    kept = keptMillis(scene, kept);
    scene.advance(seconds(6)); // its five seconds are over
    assertThat(scene.gateway.open() > 0 || kept <= 5_000)
        .as("nobody releases it, and the server keeps it for %s ms", kept)
        .isTrue();
  }

  /** The one who asked for long has gone when the grant comes; the next one gets it, and its process ends. */
  @Test
  void renewed_grantedForSomebodyWhoLeft_isKeptForItsOwnLeaseTime() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> gone = scene.acquire("a", LeaseOptions.fixed(LONG));
    CompletableFuture<Lease> next = scene.acquire("a");
    PlayedCall acquire = scene.gateway.take("acquire");
    gone.cancel(false);
    acquire.granted(scene.stamp());
    long kept = keptMillis(scene, acquire.leaseMillis());
    assertThat(now(next).isHeld()).isTrue();
    for (int i = 0; i < 300; i++) { // it is renewed for five minutes
      scene.advance(seconds(1));
      kept = keptMillis(scene, kept);
    }
    assertThat(kept).as("a crash now blocks everybody for so long").isLessThanOrEqualTo(30_000);
  }

  /** The one for whom it is renewed has gone when the answer comes. */
  @Test
  void renewed_fittedForSomebodyWhoLeft_isKeptForItsOwnLeaseTime() {
    Scene scene = Scene.open();
    Lease lease = scene.held("a");
    CompletableFuture<Lease> gone = scene.acquire("a", LeaseOptions.fixed(LONG));
    CompletableFuture<Lease> next = scene.acquire("a");
    CompletableFuture<Void> unused = lease.releaseAsync();
    PlayedCall fitting = scene.gateway.take("renew");
    gone.cancel(false);
    fitting.renewed();
    long kept = keptMillis(scene, fitting.leaseMillis());
    assertThat(now(next).isHeld()).isTrue();
    assertThat(kept).as("a crash now blocks everybody for so long").isLessThanOrEqualTo(30_000);
  }

  @Test
  void renewed_afterAYieldOfALongOne_isKeptForItsOwnLeaseTime() {
    Scene scene = Scene.plan().budget(0, Duration.ofMillis(50)).open();
    Lease lease = scene.held("a", LeaseOptions.fixed(LONG));
    CompletableFuture<Lease> next = scene.acquire("a");
    CompletableFuture<Void> unused = lease.releaseAsync();
    PlayedCall yield = scene.gateway.take("yield");
    yield.granted(scene.stamp());
    long kept = keptMillis(scene, yield.leaseMillis());
    assertThat(now(next).isHeld()).isTrue();
    scene.advance(seconds(1));
    kept = keptMillis(scene, kept);
    assertThat(kept).as("a crash now blocks everybody for so long").isLessThanOrEqualTo(30_000);
  }

  @Test
  void request_unansweredForALongLease_thenGrantedForAShortOne_isSetFirst() {
    Scene scene = Scene.open();
    CompletableFuture<Optional<Lease>> leaving =
        scene.lock("a").tryAcquireAsync(millis(400), LeaseOptions.fixed(Duration.ofHours(6)));
    CompletableFuture<Lease> next = scene.acquire("a", LeaseOptions.fixed(seconds(3)));
    while (!leaving.isDone()) {
      PlayedCall call = scene.gateway.poll();
      if (call != null) {
        call.unanswered();
        scene.gateway.answered();
      }
      scene.advance(millis(50));
    }
    while (scene.gateway.open() == 0) {
      scene.advance(millis(50));
    }
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(next).isNotDone();
    scene.gateway.take("renew").renewed();
    assertThat(next).isCompleted();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void renewal_unansweredForALongTime_thenLeft_isSetToWhatIsLeft(boolean isRenewed) {
    Scene scene = Scene.open();
    Lease lease = scene.held(
        "a", isRenewed ? LeaseOptions.renewed(seconds(30)) : LeaseOptions.fixed(seconds(30)));
    CompletableFuture<Void> unused = lease.renewAsync(Duration.ofHours(6));
    scene.gateway.take("renew").unanswered();
    scene.gateway.forgetLog();
    lease.leave();
    assertThat(scene.gateway.log()).containsExactly("renew a");
  }
}
