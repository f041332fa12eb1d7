package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The budget of a tenure, and what happens when it is spent. */
class YieldTest {

  private static final String A = "a";

  @Test
  void budget_spentByCount_yields() {
    Scene scene = Scene.plan().budget(3, seconds(10)).open();
    Lease lease = scene.held(A);
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Lease> next = scene.acquire(A);
      assertThat(lease.releaseAsync()).isCompleted();
      lease = now(next);
    }
    scene.gateway.quiet();
    CompletableFuture<Lease> fourth = scene.acquire(A);
    scene.release(lease);

    PlayedCall yield = scene.gateway.take("yield");
    assertThat(fourth).isNotDone();
    long stamp = scene.stamp();
    yield.granted(stamp);
    assertThat(now(fourth).token()).isEqualTo(stamp * 1024);
  }

  @Test
  void budget_spentByTime_yields() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> second = scene.acquire(A);
    CompletableFuture<Lease> third = scene.acquire(A);
    scene.advance(millis(49));
    assertThat(lease.releaseAsync()).isCompleted();
    scene.gateway.quiet();
    scene.advance(millis(1));
    scene.release(now(second));
    scene.gateway.take("yield");
    assertThat(third).isNotDone();
  }

  @Test
  void budget_zero_yieldsAtEveryTurn() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    Lease lease = scene.held(A);
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Lease> next = scene.acquire(A);
      scene.release(lease);
      scene.gateway.take("yield").granted(scene.stamp());
      assertThat(now(next).token()).isGreaterThan(lease.token());
      lease = now(next);
    }
  }

  @Test
  void budget_greatest_neverReachesTheNextStamp() {
    Scene scene = Scene.plan().budget(1023, seconds(10)).open();
    Lease first = scene.held(A);
    Lease lease = first;
    for (int i = 0; i < 1023; i++) {
      CompletableFuture<Lease> next = scene.acquire(A);
      assertThat(lease.releaseAsync()).isCompleted();
      lease = now(next);
    }
    assertThat(lease.token()).isEqualTo(first.token() + 1023).isLessThan(first.token() + 1024);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.release(lease);
    scene.gateway.take("yield").granted(first.token() / 1024 + 1);
    assertThat(now(next).token()).isEqualTo(lease.token() + 1);
  }

  @Test
  void yield_goesOn_tellsHowManyListenersAreOurOwn() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.release(lease);
    PlayedCall yield = scene.gateway.take("yield");
    assertThat(yield.argument(6)).isEqualTo("0");
    assertThat(yield.argument(5)).isEqualTo("NUMSUB");
    yield.released();
    scene.gateway.acknowledge(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Lease> third = scene.acquire(A);
    scene.release(now(next));
    assertThat(scene.gateway.take("yield").argument(6)).isEqualTo("1");
    assertThat(third).isNotDone();
  }

  /** A client whose lease is held, with one more waiter and an acknowledged subscription. */
  private static CompletableFuture<Lease> yielding(Scene scene) {
    CompletableFuture<Lease> first = scene.contended(A, 5_000);
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.release(now(first));
    return second;
  }

  @Test
  void yield_released_stepsBackFiveMillisThenTries() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    scene.gateway.take("yield").released();
    scene.gateway.quiet();
    scene.advance(Duration.ofNanos(4_999_999));
    scene.gateway.quiet();
    scene.advance(Duration.ofNanos(1));
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(second).isCompleted();
  }

  @Test
  void yield_released_ownMessageIgnoredNextOneWakes() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    scene.gateway.take("yield").released();
    scene.gateway.message(A); // our own
    scene.gateway.quiet();
    scene.gateway.message(A); // another's
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(second).isCompleted();
  }

  @Test
  void yield_ownMessageBeforeTheReply_isIgnoredToo() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    PlayedCall yield = scene.gateway.take("yield");
    scene.gateway.message(A); // our own, faster than the reply
    yield.released();
    scene.gateway.quiet();
    assertThat(second).isNotDone();
    scene.gateway.message(A);
    scene.gateway.take("acquire");
  }

  @Test
  void yield_goesOn_nextMessageIsNotTakenForOurOwn() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    scene.gateway.take("yield").granted(scene.stamp());
    assertThat(second).isCompleted();
    scene.gateway.message(A); // nobody but a thief can have published
    scene.gateway.take("renew");
  }

  @Test
  void yield_notHeld_releasesAndAcquiresAfresh() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    PlayedCall yield = scene.gateway.take("yield");
    yield.notHeld();
    assertThat(scene.gateway.take("release").holder()).isEqualTo(yield.holder());
    PlayedCall acquire = scene.gateway.take("acquire");
    assertThat(acquire.holder()).isNotEqualTo(yield.holder());
    acquire.granted(scene.stamp());
    assertThat(second).isCompleted();
  }

  @Test
  void yield_unanswered_releasesAndAcquiresAfresh() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    PlayedCall yield = scene.gateway.take("yield");
    yield.unanswered();
    assertThat(scene.gateway.take("release").holder()).isEqualTo(yield.holder());
    assertThat(scene.gateway.take("acquire").holder()).isNotEqualTo(yield.holder());
    assertThat(second).isNotDone();
  }

  @Test
  void yield_releasedUnheard_doesNotSwallowTheNextMessage() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    CompletableFuture<Lease> second = yielding(scene);
    scene.gateway.take("yield").releasedUnheard(); // no message of ours will come
    scene.gateway.quiet();
    scene.gateway.message(A);
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(second).isCompleted();
  }

  @Test
  void yield_inFlight_noRenewalWithTheOldLeaseTimeOvertakesIt() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A, LeaseOptions.fixed(seconds(60)));
    scene.advance(millis(8_500));
    scene.release(lease);
    PlayedCall yield = scene.gateway.take("yield");
    assertThat(yield.leaseMillis()).isEqualTo(60_000);
    scene.advance(millis(1_500)); // the watchdog's round falls here
    // A renewal sent now runs behind the yield and would cut the server's 60 s down to 30 s.
    scene.gateway.quiet();
    yield.granted(scene.stamp());
    assertThat(now(next).remaining()).isBetween(seconds(57), seconds(60));
  }

  @Test
  void yield_waiterWithdrawnMeanwhile_tenureIsReleased() {
    Scene scene = Scene.plan().budget(0, millis(50)).open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.release(lease);
    PlayedCall yield = scene.gateway.take("yield");
    assertThat(next.cancel(false)).isTrue();
    yield.granted(scene.stamp());
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  // ---- hand-over to leases of another length
}
