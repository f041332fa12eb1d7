package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockActivity;
import io.holdfast.LockEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a client says it holds and waits for. */
class ActivitiesTest {

  private static final String A = "a";

  @Test
  void activities_nothingGoesOn_empty() {
    Scene scene = Scene.open();
    DistributedLock unused = scene.lock(A);
    assertThat(unused.name()).isEqualTo(A);
    assertThat(scene.client.activities()).isEmpty();
  }

  @Test
  void activities_renewedLease_tokenAgeAndRest() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.advance(seconds(3));

    LockActivity activity = only(scene);
    assertThat(activity.lockName()).isEqualTo(A);
    assertThat(activity.waiting()).isZero();
    assertThat(activity.longestWait()).isZero();
    assertThat(activity.held())
        .contains(new LockActivity.Held(lease.token(), seconds(3), lease.remaining(), true));
  }

  @Test
  void activities_fixedLease_notRenewedAndEndsByItself() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A, LeaseOptions.fixed(seconds(5)));
    LockActivity.Held held = only(scene).held().orElseThrow();
    assertThat(held.isRenewed()).isFalse();
    assertThat(held.remaining()).isEqualTo(lease.remaining()).isLessThan(seconds(5));
  }

  @Test
  void activities_localWaiters_countedWithTheLongestWait() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> first = scene.acquire(A);
    scene.advance(millis(400));
    CompletableFuture<Lease> second = scene.acquire(A);
    scene.advance(millis(100));

    LockActivity activity = only(scene);
    assertThat(activity.held()).map(LockActivity.Held::token).contains(lease.token());
    assertThat(activity.waiting()).isEqualTo(2);
    assertThat(activity.longestWait()).isEqualTo(millis(500));

    assertThat(first.cancel(true)).isTrue();
    assertThat(only(scene).longestWait()).isEqualTo(millis(100));
    assertThat(second).isNotDone();
  }

  @Test
  void activities_heldElsewhere_waitersOnlyAndNothingSent() {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 20_000);
    scene.advance(seconds(2));

    LockActivity activity = only(scene);
    assertThat(activity.held()).isEmpty();
    assertThat(activity.waiting()).isEqualTo(1);
    assertThat(activity.longestWait()).isEqualTo(seconds(2));
    assertThat(waiter).isNotDone();
    scene.gateway.quiet();
  }

  @Test
  void activities_afterHandOver_theNextToken() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    scene.advance(millis(10));
    assertThat(lease.releaseAsync()).isCompleted();

    LockActivity activity = only(scene);
    assertThat(activity.waiting()).isZero();
    assertThat(activity.held()).map(LockActivity.Held::token).contains(now(next).token());
    assertThat(activity.held()).map(LockActivity.Held::heldFor).contains(Duration.ZERO);
  }

  @Test
  void activities_severalNames_oneEntryEach() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> waiter = scene.contended("b", 20_000);
    assertThat(scene.client.activities())
        .extracting(LockActivity::lockName)
        .containsExactlyInAnyOrder(A, "b");
    assertThat(lease.isHeld()).isTrue();
    assertThat(waiter).isNotDone();
  }

  @Test
  void activities_leaseOverByTheClock_notHeldEvenBeforeItsEvent() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    scene.ticker.suspend(seconds(60)); // no timer has run yet
    assertThat(scene.client.activities()).isEmpty();
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void activities_released_empty() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Void> released = lease.releaseAsync();
    assertThat(scene.client.activities()).as("while the release is under way").isEmpty();
    scene.gateway.take("release").released();
    assertThat(released).isCompleted();
    assertThat(scene.client.activities()).isEmpty();
    scene.expectNothingLeft();
  }

  @Test
  void activities_subscriptionLingers_empty() {
    Scene scene = Scene.open();
    assertThat(scene.contended(A, 20_000).cancel(true)).isTrue();
    assertThat(scene.client.footprint()).isEqualTo(new Footprint(1, 1, 0, 0, 0));
    assertThat(scene.client.activities()).isEmpty();
  }

  @Test
  void activities_closed_empty() throws InterruptedException {
    Scene scene = Scene.open();
    Answering answering = new Answering(scene);
    assertThat(scene.acquire(A)).succeedsWithin(Duration.ofSeconds(20));
    scene.client.close();
    assertThat(scene.client.activities()).isEmpty();
    answering.stop();
  }

  @Test
  void activities_askedInsideTheMailbox_leavesThatNameOutAndGoesOn() {
    Scene scene = Scene.open(); // its listener runs at once, inside the mailbox
    Lease other = scene.held("b");
    List<LockActivity> seen = new ArrayList<>();
    scene.onEvent(event -> {
      if (event instanceof LockEvent.Acquired && event.lockName().equals(A)) {
        seen.addAll(scene.client.activities());
      }
    });
    Lease lease = scene.held(A);
    assertThat(lease.isHeld()).isTrue();
    assertThat(other.isHeld()).isTrue();
    assertThat(seen).extracting(LockActivity::lockName).containsExactly("b");
  }

  @Test
  void activities_interrupted_answersAndKeepsTheFlag() {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    Thread.currentThread().interrupt();
    try {
      assertThat(only(scene).held()).map(LockActivity.Held::token).contains(lease.token());
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void activities_manyThreadsHandOver_everyAnswerIsOfOneMoment() throws InterruptedException {
    Scene scene = Scene.plan().budget(1023, Duration.ofHours(1)).open();
    Answering answering = new Answering(scene);
    AtomicBoolean stop = new AtomicBoolean();
    int callers = 6;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Thread thread = new Thread(() -> {
        while (!stop.get()) {
          scene.lock(A).lock();
          scene.lock(A).unlock();
        }
      });
      thread.start();
      threads.add(thread);
    }
    long lastToken = 0;
    int seen = 0;
    try {
      for (int i = 0; i < 20_000 && seen < 5_000; i++) {
        for (LockActivity activity : scene.client.activities()) {
          int held = activity.held().isPresent() ? 1 : 0;
          assertThat(held + activity.waiting()).isBetween(1, callers);
          if (held == 1) {
            long token = activity.held().orElseThrow().token();
            assertThat(token).isGreaterThanOrEqualTo(lastToken);
            lastToken = token;
          }
          seen++;
        }
      }
    } finally {
      stop.set(true);
      for (Thread thread : threads) {
        Scene.join(thread);
      }
      answering.stop();
    }
    assertThat(seen).as("answers seen while the lock went round").isPositive();
    assertThat(scene.client.activities()).isEmpty();
  }

  private static LockActivity only(Scene scene) {
    List<LockActivity> all = scene.client.activities();
    assertThat(all).hasSize(1);
    return all.get(0);
  }
}
