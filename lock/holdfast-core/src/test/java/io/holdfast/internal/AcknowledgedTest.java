package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import io.holdfast.NotAcknowledgedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Grants that replicas are to acknowledge: nobody has a lock that too few have acknowledged. */
class AcknowledgedTest {

  private static final String A = "a";

  private final Scene scene = Scene.open();

  private CompletableFuture<Lease> acquire(int replicas) {
    return scene.lock(A).acknowledgedBy(replicas).acquireAsync();
  }

  private Lease held(int replicas) {
    CompletableFuture<Lease> lease = acquire(replicas);
    scene.gateway.take("acquire").acknowledged(scene.stamp(), replicas);
    return now(lease);
  }

  private void granted(int acknowledged) {
    scene.gateway.take("acquire").acknowledged(scene.stamp(), acknowledged);
  }

  // ---- enough

  @Test
  void acquire_toBeAcknowledged_saysThatGrantsAloneHaveWritten() {
    CompletableFuture<Lease> lease = acquire(1);
    PlayedCall sent = scene.gateway.take("acquire");
    assertThat(sent.call().wrote()).accepts(List.of(1L, 5L, 5L));
    assertThat(sent.call().inFull().wrote()).accepts(List.of(1L, 5L, 5L));
    for (Object nothing :
        List.of(List.of(0L, 5L, 5L), List.of(2L, 5L), List.of(3L, "hash"), List.of(), "OK", 1L)) {
      assertThat(sent.call().wrote()).rejects(nothing);
    }
    assertThat(sent.call().wrote().test(null)).isFalse();
    sent.acknowledged(scene.stamp(), 1);
    assertThat(now(lease).isHeld()).isTrue();
  }

  @Test
  void acquire_acknowledgedByEnough_isHeldFromTheMomentOfSending() {
    CompletableFuture<Lease> lease = acquire(2);
    PlayedCall sent = scene.gateway.take("acquire");
    assertThat(sent.call().replicas()).isEqualTo(2);
    assertThat(sent.call().waitMillis()).as("a quarter of the command timeout").isEqualTo(500);
    scene.advance(millis(400));
    sent.acknowledged(scene.stamp(), 2);

    assertThat(now(lease).remaining()).isEqualTo(millis(30_000 - 300 - 400));
    assertThat(scene.eventKinds()).containsExactly("Acquired");
    CompletableFuture<Void> released = now(lease).releaseAsync();
    PlayedCall release = scene.gateway.take("release");
    assertThat(release.call().replicas()).isZero();
    release.released();
    assertThat(released).isCompleted();
    scene.expectNothingLeft();
  }

  @Test
  void acquire_withoutAsking_asksNobody() {
    assertThat(acquire(0)).isNotDone();
    assertThat(scene.gateway.take("acquire").call().replicas()).isZero();
    assertThat(scene.lock(A).acknowledgedBy(1).acknowledgedBy(0)).hasToString("DistributedLock[a]");
    assertThat(scene.lock(A).acknowledgedBy(3))
        .hasToString("DistributedLock[a, acknowledged by 3]");
  }

  @Test
  void acquire_shortLease_leavesTheReplicasAQuarterOfIt() {
    DistributedLock lock = scene.lock(A).acknowledgedBy(1);
    assertThat(lock.acquireAsync(LeaseOptions.fixed(millis(100)))).isNotDone();
    assertThat(scene.gateway.take("acquire").call().waitMillis()).isEqualTo(25);
  }

  @Test
  void acquire_scriptForgotten_asksTheReplicasInFullToo() {
    assertThat(acquire(1)).isNotDone();
    scene.gateway.take("acquire").error("NOSCRIPT No matching script.");
    PlayedCall again = scene.gateway.take("acquire");
    assertThat(again.call().bySha()).isFalse();
    assertThat(again.call().replicas()).isEqualTo(1);
    assertThat(again.call().waitMillis()).isEqualTo(500);
  }

  @Test
  void acquire_replyLost_asksAgainAsTheSameHolder() {
    CompletableFuture<Lease> lease = acquire(1);
    PlayedCall lost = scene.gateway.take("acquire");
    lost.unanswered();
    scene.advance(millis(5));
    PlayedCall again = scene.gateway.take("acquire");
    assertThat(again.holder()).isEqualTo(lost.holder());
    assertThat(again.call().replicas()).isEqualTo(1);
    again.acknowledged(scene.stamp(), 1);
    assertThat(now(lease).isHeld()).isTrue();
  }

  @Test
  void acknowledgedBy_absurdNumber_isRefusedByName() {
    for (int replicas : new int[] {-1, 101, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> scene.lock(A).acknowledgedBy(replicas))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lock 'a'")
          .hasMessageContaining("by " + replicas + " replicas");
    }
  }

  // ---- too few

  @Test
  void acquire_acknowledgedByTooFew_isReleasedBeforeTheCallerHears() {
    CompletableFuture<Lease> lease = acquire(2);
    PlayedCall acquire = scene.gateway.take("acquire");
    acquire.acknowledged(scene.stamp(), 1);
    assertThat(lease).isNotDone();
    assertThat(scene.client.activities())
        .as("it waits for the end of the release")
        .singleElement()
        .matches(activity -> activity.waiting() == 1 && activity.held().isEmpty());
    PlayedCall release = scene.gateway.take("release");
    assertThat(release.holder()).isEqualTo(acquire.holder());
    release.released();

    assertThat(failure(lease))
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessage(
            "lock 'a' was granted, but acknowledged by 1 of 2 replicas within 500 ms (see INFO"
                + " replication of its primary: connected_slaves, and the lag of each); it was released again")
        .isInstanceOfSatisfying(NotAcknowledgedException.class, few -> {
          assertThat(few.acknowledged()).isEqualTo(1);
          assertThat(few.wanted()).isEqualTo(2);
        });
    assertThat(scene.events)
        .singleElement()
        .isInstanceOfSatisfying(
            LockEvent.NotAcquired.class,
            waited ->
                assertThat(waited.outcome()).isEqualTo(LockEvent.NotAcquired.Outcome.UNAVAILABLE));
    scene.expectNothingLeft();
  }

  @Test
  void acquire_waitNotAllowed_saysWhichRightIsMissing() {
    CompletableFuture<Lease> lease = acquire(1);
    scene
        .gateway
        .take("acquire")
        .acknowledgementUnknown(scene.stamp(), "NOPERM this user has no permissions to run 'wait'");
    scene.gateway.take("release").released();
    assertThat(failure(lease))
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("whether 1 replicas have acknowledged it is not known (NOPERM")
        .hasMessageContaining("give this user the right to WAIT");
    scene.expectNothingLeft();
  }

  @Test
  void acquire_tooFewAndReleaseUnanswered_isReleasedAgainAndAgain() {
    CompletableFuture<Lease> lease = acquire(1);
    granted(0);
    scene.gateway.take("release").unanswered();
    scene.gateway.quiet();
    scene.advance(millis(20));
    scene.gateway.take("release").notHeld(); // by the first one
    assertThat(failure(lease)).hasMessageEndingWith("it was released again");
    scene.expectNothingLeft();
  }

  @Test
  void acquire_tooFewAndReleaseUnansweredForLong_doesNotSayReleased() {
    CompletableFuture<Lease> lease = acquire(1);
    granted(0);
    while (!lease.isDone()) {
      scene.gateway.take("release").unanswered();
      scene.advance(seconds(1));
    }
    assertThat(failure(lease))
        .isInstanceOf(NotAcknowledgedException.class)
        .hasMessageContaining("it is being released, and ends with its lease at the latest");
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void acquire_tooFewAndClientClosed_callerHears() {
    CompletableFuture<Lease> lease = acquire(1);
    granted(0);
    PlayedCall release = scene.gateway.take("release");
    scene.client.close(); // waits for the farewell, in vain
    assertThat(failure(lease)).isInstanceOf(HoldfastClosedException.class);
    release.released();
  }

  @Test
  void acquire_tooFewInTheTimeOfAShortLease_othersHaveMoreOfIt() {
    DistributedLock lock = scene.lock(A).acknowledgedBy(1);
    CompletableFuture<Lease> hasty = lock.acquireAsync(LeaseOptions.fixed(millis(100)));
    CompletableFuture<Lease> patient = lock.acquireAsync();
    granted(0);
    scene.gateway.take("release").released();
    assertThat(failure(hasty)).isInstanceOf(NotAcknowledgedException.class);
    PlayedCall again = scene.gateway.take("acquire");
    assertThat(again.call().waitMillis()).isEqualTo(500);
    again.acknowledged(scene.stamp(), 1);
    assertThat(now(patient).isHeld()).isTrue();
  }

  @Test
  void tryAcquire_acknowledgedByTooFew_isNoRefusal() {
    var now = scene.lock(A).acknowledgedBy(1).tryAcquireAsync(millis(0));
    granted(0);
    scene.gateway.take("release").released();
    assertThat(failure(now)).isInstanceOf(NotAcknowledgedException.class);

    var timed = scene.lock(A).acknowledgedBy(1).tryAcquireAsync(millis(100));
    PlayedCall inFlight = scene.gateway.take("acquire");
    scene.advance(millis(200));
    inFlight.acknowledged(scene.stamp(), 0);
    scene.gateway.take("release").released();
    assertThat(failure(timed)).isInstanceOf(NotAcknowledgedException.class);
    scene.expectNothingLeft();
  }

  @Test
  void tryLock_acknowledgedByTooFew_threadHoldsNothing() throws InterruptedException {
    Answering answering = new Answering(scene);
    assertThatThrownBy(() -> scene.lock(A).acknowledgedBy(1).tryLock())
        .isInstanceOf(NotAcknowledgedException.class);
    assertThatThrownBy(() -> scene.lock(A).acknowledgedBy(1).lock())
        .isInstanceOf(NotAcknowledgedException.class);
    assertThat(scene.lock(A).isHeldByCurrentThread()).isFalse();
    assertThat(scene.lock(A).tryLock()).isTrue();
    scene.lock(A).unlock();
    answering.settle();
    answering.stop();
    scene.expectNothingLeft();
  }

  @Test
  void acquire_tooFewButCallerHasLeft_isReleased() {
    CompletableFuture<Lease> lease = acquire(1);
    assertThat(lease.cancel(false)).isTrue();
    granted(0);
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  // ---- others who wait

  @Test
  void queue_tooFew_failsWhoWantsMoreAndServesWhoDoesNotInOrder() {
    CompletableFuture<Lease> first = acquire(2);
    CompletableFuture<Lease> modest = acquire(1);
    CompletableFuture<Lease> second = acquire(2);
    CompletableFuture<Lease> plain = acquire(0);
    granted(1);
    scene.gateway.take("release").released();
    assertThat(failure(first)).hasMessageContaining("by 1 of 2 replicas");
    assertThat(failure(second)).hasMessageContaining("by 1 of 2 replicas");
    assertThat(plain).isNotDone();

    PlayedCall anew = scene.gateway.take("acquire");
    assertThat(anew.call().replicas()).isEqualTo(1);
    anew.acknowledged(scene.stamp(), 1);
    assertThat(now(modest).releaseAsync()).isCompleted();
    assertThat(now(plain).token()).isEqualTo(now(modest).token() + 1);
  }

  @Test
  void handOver_toOneWhoWantsMore_givesBackAndAsksAnew() {
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = acquire(1);
    scene.release(lease);
    PlayedCall release = scene.gateway.take("release");
    PlayedCall anew = scene.gateway.take("acquire");
    assertThat(anew.holder()).isNotEqualTo(release.holder());
    release.released();
    anew.acknowledged(scene.stamp(), 1);
    assertThat(now(next).token()).isGreaterThan(lease.token() + 1);
  }

  @Test
  void handOver_toOneWhoWantsNoMore_sendsNothing() {
    Lease lease = held(2);
    CompletableFuture<Lease> next = acquire(1);
    CompletableFuture<Lease> last = acquire(0);
    assertThat(lease.releaseAsync()).isCompleted();
    assertThat(now(next).releaseAsync()).isCompleted();
    assertThat(now(last).token()).isEqualTo(lease.token() + 2);
    assertThat(scene.gateway.log()).containsExactly("acquire a");
  }

  @Test
  void handOver_afterAYield_asksAnewBecauseTheNewStampIsNotAcknowledged() {
    Lease lease = held(1);
    CompletableFuture<Lease> next = acquire(1);
    scene.advance(millis(60)); // the budget of hand-overs is spent
    scene.release(lease);
    scene.gateway.take("yield").granted(scene.stamp());
    assertThat(next).isNotDone();
    scene.gateway.take("release").released();
    granted(1);
    assertThat(now(next).isHeld()).isTrue();
  }

  /** The way with acknowledgement is another one than that of releases: the order of sending is not kept. */
  @Test
  void acquire_overtakesTheRelease_asksAgainWhenThatIsAnswered() {
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = acquire(1);
    scene.release(lease);
    PlayedCall release = scene.gateway.take("release");
    scene.gateway.take("acquire").refused(30_000);
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").refused(30_000); // still
    scene.gateway.quiet();

    release.released();
    scene.gateway.take("acquire").acknowledged(scene.stamp(), 1);
    assertThat(now(next).isHeld()).isTrue();
  }

  // ---- by thread

  @Test
  void lock_heldThroughAnotherView_isReenteredWithoutACommand() throws InterruptedException {
    Answering answering = new Answering(scene);
    DistributedLock plain = scene.lock(A);
    DistributedLock acknowledged = plain.acknowledgedBy(1);
    plain.lock();
    acknowledged.lock();
    assertThat(plain.holdCount()).isEqualTo(2);
    assertThat(acknowledged.isHeldByCurrentThread()).isTrue();
    acknowledged.unlock();
    plain.unlock();
    answering.settle();
    assertThat(scene.gateway.log()).containsExactly("acquire a", "release a");
    answering.stop();
    scene.expectNothingLeft();
  }
}
