package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The local queue: order, and hand-over inside a tenure. */
class QueueTest {

  private static final String A = "a";

  @Test
  void queue_manyWaiters_onlyTheHeadTalks() {
    Scene scene = Scene.open();
    for (int i = 0; i < 100; i++) {
      assertThat(scene.acquire(A)).isNotDone();
    }
    scene.gateway.take("acquire").refused(5_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(5_000);

    assertThat(scene.gateway.log())
        .containsExactly("acquire a", "subscribe redisson_lock__channel:{a}", "acquire a");
  }

  @Test
  void queue_manyWaiters_servedFirstComeFirstServed() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    List<Integer> served = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      int number = i;
      assertThat(scene.acquire(A).thenAccept(next -> {
            served.add(number);
            assertThat(next.releaseAsync()).isNotNull();
          }))
          .isNotDone();
    }
    assertThat(lease.releaseAsync()).isNotNull();

    assertThat(served)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void handOver_toNextWaiter_sendsNothingAndCarriesNextToken() {
    Scene scene = Scene.open();
    Lease first = scene.held(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    CompletableFuture<Lease> third = scene.acquire(A);

    assertThat(first.releaseAsync()).isCompleted();
    assertThat(now(second).token()).isEqualTo(first.token() + 1);
    assertThat(third).isNotDone();
    assertThat(now(second).releaseAsync()).isCompleted();
    assertThat(now(third).token()).isEqualTo(first.token() + 2);

    assertThat(scene.gateway.log()).containsExactly("acquire a");
    assertThat(first.isHeld()).isFalse();
    assertThat(now(second).isHeld()).isFalse();
    assertThat(now(third).isHeld()).isTrue();
  }

  @Test
  void handOver_firstToken_isStampTimes1024() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> lease = scene.acquire(A);
    scene.gateway.take("acquire").granted(1_763_190_123_456_789L);
    assertThat(now(lease).token()).isEqualTo(1_763_190_123_456_789L * 1024);
  }

  @Test
  void release_nobodyWaits_oneAcquireOneRelease() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Void> released = lease.releaseAsync();
    assertThat(released).isNotDone();
    scene.gateway.take("release").released();
    assertThat(released).isCompleted();
    assertThat(scene.gateway.log()).containsExactly("acquire a", "release a");
    scene.expectNothingLeft();
  }

  @Test
  void handOver_fixedLeaseThatFits_needsNoCommandAndEndsByItself() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    scene.advance(millis(20));
    assertThat(lease.releaseAsync()).isCompleted();
    scene.gateway.quiet();
    assertThat(now(next).remaining()).isEqualTo(millis(4_950));
    assertThat(scene.client.footprint().watched()).isZero();
  }

  @Test
  void handOver_fixedLeaseThatDoesNotFit_renewsFirst() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(60)));
    scene.release(lease);
    PlayedCall renew = scene.gateway.take("renew");
    assertThat(renew.leaseMillis()).isEqualTo(60_000);
    assertThat(next).isNotDone();
    renew.renewed();
    assertThat(now(next).token()).isEqualTo(lease.token() + 1);
    assertThat(now(next).remaining()).isEqualTo(millis(59_400));
  }

  @Test
  void handOver_fixedLeaseRenewedForItWithARoundTrip_isGrantedAfterOneRenewal() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    scene.advance(millis(1));
    scene.release(lease);
    PlayedCall renew = scene.gateway.take("renew");
    scene.advance(millis(1)); // as every real round trip takes
    renew.renewed();
    scene.gateway.quiet();
    assertThat(now(next).remaining()).isEqualTo(millis(4_949));
  }

  @Test
  void handOver_renewalForItRefused_releasesAndAcquiresAfresh() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(60)));
    scene.release(lease);
    scene.gateway.take("renew").notHeld();
    scene.gateway.take("release").notHeld();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  @Test
  void handOver_renewalForItUnanswered_releasesAndAcquiresAfresh() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(60)));
    scene.release(lease);
    scene.gateway.take("renew").unanswered();
    scene.gateway.take("release").released();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  @Test
  void handOver_tenureOver_releasesAndAcquiresAfresh() {
    Scene scene = Scene.plan().budget(64, seconds(100)).open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.timers.pass(millis(4_950)); // no timer has told anybody
    CompletableFuture<Void> released = lease.releaseAsync();
    assertThat(failure(released)).isInstanceOf(LeaseLostException.class);
    String old = scene.gateway.take("release").holder();
    PlayedCall acquire = scene.gateway.take("acquire");
    assertThat(acquire.holder()).isNotEqualTo(old);
    acquire.granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  @Test
  void handOver_renewedAfterMoreThanHalfOfTheLease_renewsFirst() {
    Scene scene = Scene.plan().budget(64, seconds(100)).open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(30)));
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.advance(seconds(15));
    scene.release(lease);
    scene.gateway.take("renew").renewed();
    assertThat(now(next).remaining()).isEqualTo(millis(29_700));
  }

  @Test
  void grant_headLeftAndNextWantsALongerLease_renewsFirst() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> head = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    CompletableFuture<Lease> next = scene.acquire(A);
    assertThat(head.cancel(false)).isTrue();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(next).isNotDone();
    PlayedCall renew = scene.gateway.take("renew");
    assertThat(renew.leaseMillis()).isEqualTo(30_000);
    renew.renewed();
    assertThat(now(next).remaining()).isEqualTo(millis(29_700));
    assertThat(now(next).token() % 1024).isZero();
  }

  // ---- a message while we hold it

  @Test
  void message_whileHolding_renewsAtOnce() {
    Scene scene = Scene.open();
    Lease lease = listening(scene);
    scene.gateway.message(A);
    PlayedCall renew = scene.gateway.take("renew");
    assertThat(renew.leaseMillis()).isEqualTo(30_000);
    renew.renewed();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  void message_whileHolding_noHandOverUntilAnswered() {
    Scene scene = Scene.open();
    Lease lease = listening(scene);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.gateway.message(A);
    PlayedCall renew = scene.gateway.take("renew");
    scene.release(lease);
    assertThat(next).isNotDone();
    renew.renewed();
    assertThat(now(next).token()).isEqualTo(lease.token() + 1);
  }

  @Test
  void message_whileHolding_notHeldMeansLost() {
    Scene scene = Scene.open();
    Lease lease = listening(scene);
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.gateway.message(A);
    scene.gateway.take("renew").notHeld();
    assertThat(now(lost).reason()).isEqualTo(LeaseLoss.Reason.RENEWAL_REFUSED);
    assertThat(lease.isHeld()).isFalse();
    scene.gateway.take("release").notHeld();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(now(next).isHeld()).isTrue();
  }

  @Test
  void message_whileHoldingAFixedLease_doesNotProlongIt() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A, LeaseOptions.fixed(seconds(5)));
    scene.gateway.take("acquire").refused(1_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    scene.advance(seconds(2));
    scene.gateway.message(A);
    PlayedCall renew = scene.gateway.take("renew");
    assertThat(renew.leaseMillis()).isBetween(2_900L, 3_000L);
    renew.renewed();
    assertThat(now(waiter).remaining()).isEqualTo(millis(2_950));
  }

  @Test
  void message_whileTheAnswerToAnEarlierOneIsAwaited_isVerifiedToo() {
    Scene scene = Scene.open();
    Lease lease = listening(scene);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.gateway.message(A);
    PlayedCall renew = scene.gateway.take("renew");
    scene.gateway.message(A); // somebody took it after that renewal ran
    renew.renewed();
    assertThat(lease.releaseAsync()).isCompleted();
    assertThat(next).as("a flood of messages does not hold up the turns").isCompleted();
    scene.gateway.quiet();
    scene.advance(seconds(1));
    scene.gateway.take("renew").notHeld();
    assertThat(now(next).lost().toCompletableFuture()).isCompleted();
  }

  @Test
  void renewalRefused_whileTheHolderReleases_nextOneGetsNoLeaseOfTheDeadTenure() {
    Scene scene = Scene.open();
    Lease lease = listening(scene);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.gateway.message(A);
    PlayedCall renew = scene.gateway.take("renew");
    scene.onEvent(event -> {
      if (event instanceof LockEvent.NotAcquired) { // inside the delegate's mailbox: both queue up
        renew.notHeld();
        assertThat(lease.releaseAsync()).isNotNull();
      }
    });
    assertThat(now(scene.tryAcquire(A, Duration.ZERO))).isEmpty();
    assertThat(lease.isHeld()).isFalse();
    assertThat(next).as("granted inside a tenure the server has dropped").isNotDone();
    scene.gateway.take("release");
    scene.gateway.take("acquire");
  }

  /** A held lease with a subscription that is on. */
  private static Lease listening(Scene scene) {
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    return now(first);
  }
}
