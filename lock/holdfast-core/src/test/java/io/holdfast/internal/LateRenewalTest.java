package io.holdfast.internal;

import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A renewal stuck in a connection that was cut may run after later ones on the next connection. If it makes the
 * lease shorter, the lock is free on the server while its holder still believes in it.
 */
class LateRenewalTest {

  private static final String A = "a";

  /** Renews on another thread, because it blocks; the test answers meanwhile. */
  private static CompletableFuture<Boolean> renewing(Lease lease, Duration time) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      try {
        lease.renew(time);
        done.complete(true);
      } catch (RuntimeException e) {
        done.complete(false);
      }
    });
    thread.start();
    Scene.parked(thread);
    return done;
  }

  private static boolean end(CompletableFuture<Boolean> done) throws Exception {
    return done.get(20, TimeUnit.SECONDS);
  }

  @Test
  void renewal_ofTheWatchdog_neverShortens() {
    Scene scene = Scene.open();
    assertThat(scene.held(A).isHeld()).isTrue();
    scene.advance(seconds(10));
    assertThat(scene.gateway.take("renew").argument(1)).isEqualTo("extend");
  }

  @Test
  void renewal_afterAMessage_neverShortens() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 60_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
    scene.gateway.message(A);
    assertThat(scene.gateway.take("renew").argument(1)).isEqualTo("extend");
  }

  @Test
  void shortening_unanswered_laterRenewalsAreBelievedNoLonger() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Boolean> shorter = renewing(lease, seconds(10));
    PlayedCall cutOff = scene.gateway.take("renew");
    assertThat(cutOff.argument(1)).isEqualTo("set");
    cutOff.unanswered();
    assertThat(end(shorter)).isFalse();
    CompletableFuture<Boolean> longer = renewing(lease, seconds(60));
    scene.gateway.take("renew").renewed();
    assertThat(end(longer)).isTrue();
    assertThat(lease.remaining()).isPositive().isLessThan(seconds(10)); // the first may still run
  }

  @Test
  void shortening_unansweredOfARenewedLease_isRenewedOftenEnough() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Boolean> shorter = renewing(lease, seconds(9));
    scene.gateway.take("renew").unanswered();
    assertThat(end(shorter)).isFalse();
    scene.advanceRenewing(seconds(60));
    assertThat(lease.isHeld()).isTrue();
    assertThat(lease.remaining()).isLessThan(seconds(9));
  }

  @Test
  void shortening_answered_isSettled() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Boolean> shorter = renewing(lease, seconds(10));
    scene.gateway.take("renew").renewed();
    assertThat(end(shorter)).isTrue();
    CompletableFuture<Boolean> longer = renewing(lease, seconds(60));
    scene.gateway.take("renew").renewed();
    assertThat(end(longer)).isTrue();
    assertThat(lease.remaining()).isGreaterThan(seconds(50));
  }

  @Test
  void shortening_unanswered_nothingIsHandedOver() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(2)));
    CompletableFuture<Boolean> shorter = renewing(lease, seconds(10));
    scene.gateway.take("renew").unanswered();
    assertThat(end(shorter)).isFalse();
    giveBack(lease);
    assertThat(next).isNotDone();
    scene.gateway.take("release").released();
    scene.gateway.take("acquire").granted(scene.stamp());
    giveBack(now(next));
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void fitting_answeredMaybeTwice_endsTheTenure() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.renewed(seconds(20)));
    giveBack(lease);
    scene.gateway.take("renew").answer(List.of(1L), true);
    assertThat(next).isNotDone();
    scene.gateway.take("release").released();
    scene.gateway.take("acquire").granted(scene.stamp());
    giveBack(now(next));
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  private static void giveBack(Lease lease) {
    CompletableFuture<Void> unused = lease.releaseAsync();
  }
}
