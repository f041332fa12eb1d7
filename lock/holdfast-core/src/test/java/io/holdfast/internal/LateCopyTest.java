package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A request stuck in a connection that was cut may run after everything that followed it on the next one. Found
 * by random schedules: an acquire cut off, sent again, granted and released left its first copy to take the lock
 * for a whole lease.
 */
class LateCopyTest {

  private static final String A = "a";

  @Test
  void acquire_unknownThenGrantedAndReleased_isReleasedOnceMoreAfterNotAfter() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall first = scene.gateway.take("acquire");
    first.unanswered(); // the connection was cut
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    giveBack(now(waiter));
    scene.gateway.take("release").released();
    scene.gateway.quiet();
    scene.advance(millis(1_994));
    scene.gateway.quiet();
    scene.advance(millis(2));
    PlayedCall last = scene.gateway.take("release");
    assertThat(last.holder()).isEqualTo(first.holder());
    last.notHeld();
    scene.expectNothingLeft();
  }

  @Test
  void acquire_grantedMaybeTwice_isReleasedOnceMoreAfterNotAfter() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene
        .gateway
        .take("acquire")
        .answer(List.of(1L, scene.stamp(), scene.ticker.serverMicros()), true);
    giveBack(now(waiter));
    scene.gateway.take("release").released();
    scene.advance(seconds(2));
    scene.gateway.take("release").notHeld();
    scene.expectNothingLeft();
  }

  /** The copy may have run after the refusal: that its time is over now says nothing. */
  @Test
  void acquire_unknownThenRefusedThenAnError_isReleasedThoughNoCopyMayRunAnyMore() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall first = scene.gateway.take("acquire");
    first.unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").refused(3_000);
    scene.advance(millis(3_002));
    scene.gateway.take("acquire").error("OOM command not allowed when used memory > 'maxmemory'.");
    assertThat(waiter).isCompletedExceptionally();
    PlayedCall last = scene.gateway.take("release");
    assertThat(last.holder()).isEqualTo(first.holder());
    last.released();
    scene.advance(seconds(6));
    scene.expectNothingLeft();
  }

  /** What was refused after the last moment of a copy is settled. */
  @Test
  void acquire_refusedAfterNotAfterThenAnError_needsNoRelease() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").refused(3_000);
    scene.advance(millis(3_002));
    scene.gateway.take("acquire").refused(3_000);
    scene.advance(millis(3_002));
    scene.gateway.take("acquire").error("OOM command not allowed when used memory > 'maxmemory'.");
    assertThat(waiter).isCompletedExceptionally();
    scene.gateway.quiet();
    scene.advance(seconds(6));
    scene.expectNothingLeft();
  }

  /** When it was done, nobody knows: perhaps before the copy ran. */
  @Test
  void release_answeredOnlyAfterNotAfter_isSentOnceMore() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    giveBack(now(waiter));
    PlayedCall slow = scene.gateway.take("release");
    scene.advance(millis(1_998));
    slow.released();
    scene.advance(millis(1));
    scene.gateway.take("release").notHeld();
    scene.expectNothingLeft();
  }

  /** The copy that was answered came too late; the one before it may have been granted. */
  @Test
  void acquire_lateMaybeTwiceAndGivenUp_isReleased() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall asked = scene.gateway.take("acquire");
    asked.answer(List.of(2L, scene.ticker.serverMicros()), true);
    waiter.cancel(false);
    PlayedCall first = scene.gateway.take("release");
    assertThat(first.holder()).isEqualTo(asked.holder());
    first.released();
    scene.advance(seconds(2));
    scene.gateway.take("release").notHeld();
    scene.gateway.quiet();
    scene.expectNothingLeft();
  }

  @Test
  void acquire_refusedMaybeTwiceAndGivenUp_isReleasedBehindTheOtherCopy() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall asked = scene.gateway.take("acquire");
    asked.answer(List.of(0L, 60_000L, 5L), true);
    waiter.cancel(false);
    PlayedCall first = scene.gateway.take("release");
    assertThat(first.holder()).isEqualTo(asked.holder());
    first.notHeld();
    scene.advance(seconds(2));
    scene.gateway.take("release").notHeld();
    scene.gateway.quiet();
  }

  @Test
  void acquire_refusedOnceAndGivenUp_needsNoRelease() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    scene.gateway.take("acquire").refused(60_000);
    waiter.cancel(false);
    scene.advance(seconds(2));
    scene.gateway.quiet();
  }

  @Test
  void yield_goesOnMaybeTwice_endsTheTenure() {
    Scene scene = Scene.plan().budget(0, Duration.ofMillis(50)).open();
    Lease held = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    giveBack(held);
    scene.gateway.take("yield").answer(List.of(1L, scene.stamp()), true);
    scene.gateway.take("release").released(); // the other copy may do the same at any moment
    assertThat(next).isNotDone();
    scene.gateway.take("acquire").granted(scene.stamp());
    giveBack(now(next));
    scene.gateway.take("release").released();
    scene.expectNothingLeft();
  }

  @Test
  void yield_releasedWithACopyOfTheAcquireOnItsWay_isReleasedOnceMore() {
    Scene scene = Scene.plan().budget(0, Duration.ofMillis(50)).open();
    CompletableFuture<Lease> first = scene.acquire(A);
    PlayedCall cutOff = scene.gateway.take("acquire");
    cutOff.unanswered();
    scene.advance(millis(5));
    scene.gateway.take("acquire").granted(scene.stamp());
    CompletableFuture<Lease> next = scene.acquire(A);
    giveBack(now(first));
    scene.gateway.take("yield").released();
    scene.gateway.take("release").notHeld();
    next.cancel(false);
    scene.advance(seconds(2));
    PlayedCall last = scene.gateway.take("release");
    assertThat(last.holder()).isEqualTo(cutOff.holder());
    last.notHeld();
  }

  private static void giveBack(Lease lease) {
    CompletableFuture<Void> unused = lease.releaseAsync();
  }
}
