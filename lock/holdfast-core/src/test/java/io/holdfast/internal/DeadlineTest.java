package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The honest deadline: its margin, its start, and that every check reads the clock itself. */
class DeadlineTest {

  private static final String A = "a";

  @ParameterizedTest
  @CsvSource({
    "30000, 29700",
    "1000, 990",
    "100, 90",
    "40, 30",
    "20, 15",
    "10, 7.5",
    "86400000, 85536000"
  })
  void deadline_margin_isOnePercentAtLeastTenMillisAtMostAQuarter(long lease, double usable) {
    Scene scene = Scene.open();
    Lease held = scene.held(A, LeaseOptions.fixed(millis(lease)));
    assertThat(held.remaining()).isEqualTo(Duration.ofNanos((long) (usable * 1_000_000)));
  }

  @Test
  void deadline_slowReply_countsFromTheSend() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(1_900));
    acquire.granted(scene.stamp());
    assertThat(now(waiter).remaining()).isEqualTo(millis(5_000 - 50 - 1_900));
  }

  @Test
  void deadline_replyAfterIt_isNotGrantedButReleasedAndTriedAgain() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A, LeaseOptions.fixed(seconds(1)));
    PlayedCall acquire = scene.gateway.take("acquire");
    scene.advance(millis(1_000));
    acquire.granted(scene.stamp());
    assertThat(waiter).isNotDone();
    assertThat(scene.gateway.take("release").holder()).isEqualTo(acquire.holder());
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(waiter).isHeld()).isTrue();
  }

  @Test
  void deadline_renewalWithASlowReply_countsFromItsSend() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(seconds(9));
    PlayedCall renew = scene.gateway.take("renew");
    scene.timers.pass(seconds(1));
    renew.renewed();
    assertThat(lease.remaining()).isEqualTo(millis(28_700));
  }

  @Test
  void over_isHeld_findsItWithoutATimer() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.timers.pass(Duration.ofNanos(4_949_999_999L));
    assertThat(lease.isHeld()).isTrue();
    scene.timers.pass(Duration.ofNanos(1));
    assertThat(lease.isHeld()).isFalse();
    assertThat(now(lost).reason()).isEqualTo(Reason.LEASE_OVER);
    assertThat(lease.remaining()).isZero();
    scene.gateway.take("release").notHeld();
  }

  @Test
  void over_ensureHeld_findsItWithoutATimer() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.timers.pass(seconds(30));
    assertThatThrownBy(lease::ensureHeld)
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContaining("lock 'a'")
        .hasMessageContaining("last renewal 30.0 s ago, lease time 30.0 s");
    scene.gateway.take("release").notHeld();
  }

  @Test
  void over_unlock_findsItWithoutATimer() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.timers.pass(seconds(30));
    assertThat(failure(lease.releaseAsync())).isInstanceOf(LeaseLostException.class);
    scene.gateway.take("release").notHeld();
    scene.timers.fireDue();
    scene.advance(seconds(2));
    scene.expectNothingLeft();
  }

  @Test
  void over_handOver_findsItWithoutATimer() {
    Scene scene = Scene.plan().budget(64, seconds(100)).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.timers.pass(seconds(30));
    assertThat(failure(lease.releaseAsync())).isInstanceOf(LeaseLostException.class);
    assertThat(next).isNotDone();
    scene.gateway.take("release");
    scene.gateway.take("acquire");
  }

  @Test
  void over_renew_findsItWithoutATimer() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.timers.pass(seconds(30));
    assertThatThrownBy(() -> lease.renew(seconds(30))).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void fixed_atItsDeadline_isTold() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.advance(Duration.ofNanos(4_949_999_999L));
    assertThat(lost).isNotDone();
    scene.advance(Duration.ofNanos(1));
    assertThat(now(lost).reason()).isEqualTo(Reason.LEASE_OVER);
    scene.gateway.take("release").notHeld();
    assertThat(lease.lost().toCompletableFuture()).isCompleted();
    scene.expectNothingLeft();
  }

  @Test
  void fixed_handedOver_endsAtItsOwnDeadlineNotTheTenures() {
    Scene scene = Scene.open();
    Lease first = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    assertThat(first.releaseAsync()).isCompleted();
    CompletableFuture<LeaseLoss> lost = now(next).lost().toCompletableFuture();
    scene.advance(millis(4_950));
    assertThat(now(lost).reason()).isEqualTo(Reason.LEASE_OVER);
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void pause_beyondTheDeadline_lostBeforeAnythingIsRenewed() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    Lease other = scene.held("b", LeaseOptions.renewed(Duration.ofMinutes(10)));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.timers.pass(Duration.ofMinutes(4)); // the whole process slept
    scene.timers.fireDue();
    assertThat(now(lost).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    assertThat(scene.gateway.take("release").name()).isEqualTo(A);
    PlayedCall renew = scene.gateway.take("renew");
    assertThat(renew.names()).containsExactly("b");
    renew.renewed();
    assertThat(other.isHeld()).isTrue();
    scene.gateway.quiet();
  }

  @Test
  void suspend_wallClockWentOn_isLost() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.ticker.suspend(seconds(40)); // the monotonic clock stood still
    assertThat(lease.isHeld()).isFalse();
    scene.gateway.take("release").notHeld();
  }

  @Test
  void suspend_short_shortensWhatIsLeft() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.ticker.suspend(seconds(10));
    assertThat(lease.remaining()).isEqualTo(millis(19_700));
  }

  @Test
  void renewed_answeredAfterTheDeadline_isStillLost() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.advance(seconds(9));
    PlayedCall renew = scene.gateway.take("renew");
    scene.timers.pass(millis(20_700));
    renew.renewed();
    assertThat(now(lost).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    assertThat(lease.isHeld()).isFalse();
    scene.gateway.take("release");
    assertThat(scene.eventKinds()).doesNotContain("Renewed");
  }

  @Test
  void lost_askedForAfterTheLoss_isCompleteAndTheSameForAll() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    scene.advance(seconds(5));
    LeaseLoss first = now(lease.lost().toCompletableFuture());
    assertThat(now(lease.lost().toCompletableFuture())).isSameAs(first);
    assertThat(first.lockName()).isEqualTo(A);
    assertThat(first.token()).isEqualTo(lease.token());
  }

  @Test
  void lost_releasedInTime_neverCompletes() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    assertThat(lease.releaseAsync()).isNotDone();
    scene.gateway.take("release").released();
    scene.advance(seconds(100));
    assertThat(lost).isNotDone();
  }

  // ---- renew(Duration)

  /** Renews on another thread, because it blocks; the test answers meanwhile. */
  private static CompletableFuture<Void> renewing(Lease lease, Duration time) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      try {
        lease.renew(time);
        done.complete(null);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    thread.start();
    Scene.parked(thread);
    return done;
  }

  private static void expectEnd(CompletableFuture<Void> done) throws Exception {
    done.handle((value, failure) -> true).get(20, java.util.concurrent.TimeUnit.SECONDS);
  }

  @Test
  void renew_fixedLonger_endsThatMuchLaterThanNow() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    scene.advance(seconds(2));
    CompletableFuture<Void> done = renewing(lease, seconds(60));
    scene.gateway.take("renew").renewed();
    expectEnd(done);
    assertThat(done).isCompleted();
    assertThat(lease.remaining()).isEqualTo(millis(59_400));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.advance(millis(59_399));
    assertThat(lost).isNotDone();
    scene.advance(millis(1));
    assertThat(lost).isCompleted();
  }

  @Test
  void renew_overADay_isForLeasesThatWereFixedForLong() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixedForLong(Duration.ofDays(3)));
    CompletableFuture<Void> done = renewing(lease, Duration.ofDays(2));
    scene.gateway.take("renew").renewed();
    expectEnd(done);
    assertThat(done).isCompleted();
    assertThat(lease.remaining()).isBetween(Duration.ofHours(47), Duration.ofHours(48));

    Lease shorter = scene.held("shorter", LeaseOptions.fixed(seconds(5)));
    assertThatThrownBy(() -> shorter.renew(Duration.ofDays(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("over 24 hours");
  }

  @Test
  void renew_fixedShorter_endsEarlier() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    CompletableFuture<Void> done = renewing(lease, seconds(5));
    assertThat(lease.remaining())
        .as("until answered, the earlier deadline counts")
        .isEqualTo(millis(4_950));
    scene.gateway.take("renew").renewed();
    expectEnd(done);
    assertThat(lease.remaining()).isEqualTo(millis(4_950));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    scene.advance(millis(4_950));
    assertThat(lost).isCompleted();
  }

  @Test
  void renew_fixedShorterUnanswered_isToldAtTheEarlierDeadline() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(60)));
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    CompletableFuture<Void> done = renewing(lease, seconds(5));
    scene.gateway.take("renew").unanswered();
    expectEnd(done);
    assertThat(failure(done)).isInstanceOf(io.holdfast.LockUnavailableException.class);
    assertThat(lease.remaining()).isEqualTo(millis(4_950));
    scene.advance(millis(4_950));
    assertThat(lost).as("the server may have dropped it by now").isCompleted();
  }

  @Test
  void renew_unanswered_leaseGoesOnWithWhatItHad() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Void> done = renewing(lease, seconds(60));
    scene.gateway.take("renew").unanswered();
    expectEnd(done);
    assertThat(failure(done)).isInstanceOf(io.holdfast.LockUnavailableException.class);
    assertThat(lease.remaining()).isEqualTo(millis(4_950));
  }

  @Test
  void renew_notHeld_isLost() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Void> done = renewing(lease, seconds(60));
    scene.gateway.take("renew").notHeld();
    expectEnd(done);
    assertThat(failure(done)).isInstanceOf(LeaseLostException.class);
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void renew_shorterOnARenewedLease_isRenewedBeforeThatEnds() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Void> done = renewing(lease, seconds(5));
    scene.gateway.take("renew").renewed();
    expectEnd(done);
    assertThat(lease.remaining()).isEqualTo(millis(4_950));
    scene.advanceRenewing(seconds(20));
    assertThat(lease.isHeld()).as("goes on being renewed").isTrue();
  }

  @Test
  void renew_longerOnARenewedLease_staysHeldThroughTheNextRenewal() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Void> done = renewing(lease, seconds(60));
    scene.gateway.take("renew").renewed();
    expectEnd(done);
    assertThat(lease.remaining()).isEqualTo(millis(59_400));
    scene.advanceRenewing(seconds(120));
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void renew_badDuration_isRefusedAndNothingSent() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    assertThatThrownBy(() -> lease.renew(millis(9))).hasMessageContaining("PT0.009S");
    assertThatThrownBy(() -> lease.renew(seconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class);
    scene.gateway.quiet();
    assertThat(lease.isHeld()).isTrue();
  }
}
