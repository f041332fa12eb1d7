package io.holdfast.internal;

import static io.holdfast.internal.Scene.failure;
import static io.holdfast.internal.Scene.millis;
import static io.holdfast.internal.Scene.now;
import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Force and close end the local lease first, then speak to the server. Also what only asks. */
class ForceAndCloseTest {

  private static final String A = "a";

  /** Runs a blocking call on a thread of its own, until it is parked. */
  private static <T> CompletableFuture<T> blocking(Supplier<T> call) {
    CompletableFuture<T> done = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      try {
        done.complete(call.get());
      } catch (RuntimeException | Error e) {
        done.completeExceptionally(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    Scene.parked(thread);
    return done;
  }

  private static <T> T soon(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private static Throwable soonFailed(CompletableFuture<?> future) throws Exception {
    future.handle((value, failure) -> true).get(20, TimeUnit.SECONDS);
    return failure(future);
  }

  @Test
  void force_heldHere_holderIsToldBeforeTheServerIs() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    AtomicBoolean sentBefore = new AtomicBoolean();
    CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
    CompletableFuture<Void> unused =
        lost.thenAccept(loss -> sentBefore.set(scene.gateway.log().contains("force a")));
    assertThat(unused).isNotDone();
    CompletableFuture<Boolean> forced = blocking(() -> scene.lock(A).forceRelease());
    assertThat(now(lost).reason()).isEqualTo(Reason.FORCED);
    assertThat(sentBefore).isFalse();
    scene.gateway.take("force").released();
    assertThat(soon(forced)).isTrue();
    scene.advance(seconds(2));
    scene.expectNothingLeft();
  }

  @Test
  void force_heldHereWithWaiters_theyAcquireAfterIt() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    CompletableFuture<Boolean> forced = blocking(() -> scene.lock(A).forceRelease());
    assertThat(lease.isHeld()).isFalse();
    scene.gateway.take("force").released();
    assertThat(soon(forced)).isTrue();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(next).isCompleted();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void force_free_isFalse() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Boolean> forced = blocking(() -> scene.lock(A).forceRelease());
    scene.gateway.take("force").notHeld();
    assertThat(soon(forced)).isFalse();
    scene.expectNothingLeft();
  }

  @Test
  void force_unanswered_isUnavailable() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Boolean> forced = blocking(() -> scene.lock(A).forceRelease());
    scene.gateway.take("force").unanswered();
    assertThat(soonFailed(forced)).isInstanceOf(LockUnavailableException.class);
  }

  @Test
  void force_asleepWaiter_isWoken() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 20_000);
    CompletableFuture<Boolean> forced = blocking(() -> scene.lock(A).forceRelease());
    scene.gateway.take("force").released();
    assertThat(soon(forced)).isTrue();
    scene.gateway.take("acquire").granted(scene.stamp());
    assertThat(waiter).isCompleted();
  }

  // ---- close

  private static void closeAnswering(Scene scene) throws Exception {
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      scene.client.close();
      closed.complete(true);
    });
    thread.start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!closed.isDone() && System.nanoTime() - end < 0) {
      if (scene.gateway.open() > 0) {
        scene.gateway.take("release").released();
      }
      Thread.onSpinWait();
    }
    Scene.join(thread);
  }

  @Test
  void close_waiters_areWokenWithClosed() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.contended(A, 20_000);
    CompletableFuture<Optional<Lease>> timed = scene.tryAcquire(A, seconds(100));
    closeAnswering(scene);
    assertThat(failure(waiter))
        .isInstanceOf(HoldfastClosedException.class)
        .hasMessageContaining("lock 'a'");
    assertThat(failure(timed)).isInstanceOf(HoldfastClosedException.class);
    assertThat(scene.gateway.log()).endsWith("unsubscribe redisson_lock__channel:{a}", "close");
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
  }

  @Test
  void close_holders_areToldThenReleased() throws Exception {
    Scene scene = Scene.open();
    Lease a = scene.held("a");
    Lease b = scene.held("b", LeaseOptions.fixed(seconds(5)));
    AtomicBoolean sentBefore = new AtomicBoolean();
    CompletableFuture<Void> unused = a.lost()
        .toCompletableFuture()
        .thenAccept(loss -> sentBefore.set(scene.gateway.log().contains("release a")));
    assertThat(unused).isNotDone();
    closeAnswering(scene);
    assertThat(now(a.lost().toCompletableFuture()).reason()).isEqualTo(Reason.CLOSED);
    assertThat(now(b.lost().toCompletableFuture()).reason()).isEqualTo(Reason.CLOSED);
    assertThat(sentBefore).isFalse();
    assertThat(scene.gateway.log()).contains("release a", "release b").endsWith("close");
    assertThat(scene.timers.isClosed()).isTrue();
    assertThatThrownBy(a::ensureHeld).isInstanceOf(LeaseLostException.class);
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
  }

  @Test
  void close_holderWithWaiters_nobodyGetsItAnyMore() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Lease> next = scene.acquire(A);
    closeAnswering(scene);
    assertThat(failure(next)).isInstanceOf(HoldfastClosedException.class);
    assertThat(lease.isHeld()).isFalse();
    assertThat(scene.gateway.log()).containsExactly("acquire a", "release a", "close");
  }

  @Test
  void close_acquireInFlight_grantIsReleased() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    Thread closing = new Thread(scene.client::close);
    closing.start();
    soonFailed(waiter);
    acquire.granted(scene.stamp());
    while (scene.gateway.open() == 0 && closing.isAlive()) {
      Thread.onSpinWait(); // the closing thread may be the one that takes the grant
    }
    scene.gateway.take("release").released();
    Scene.join(closing);
    assertThat(failure(waiter)).isInstanceOf(HoldfastClosedException.class);
    assertThat(scene.gateway.log()).containsExactly("acquire a", "release a", "close");
  }

  @Test
  void close_releaseNeverAnswered_isBoundedAndToldAsUnknown() throws Exception {
    Scene scene = Scene.open();
    Lease lease = scene.held(A);
    CompletableFuture<Void> released = lease.releaseAsync();
    Thread closing = new Thread(scene.client::close);
    long start = System.nanoTime();
    closing.start();
    Scene.join(closing); // one command timeout and a half second, on the real clock
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(seconds(10));
    assertThat(failure(released)).isInstanceOf(LockUnavailableException.class);
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
  }

  @Test
  void close_interrupted_restoresTheFlag() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Lease> waiter = scene.acquire(A);
    PlayedCall acquire = scene.gateway.take("acquire");
    AtomicBoolean flag = new AtomicBoolean();
    Thread closing = new Thread(() -> {
      Thread.currentThread().interrupt();
      scene.client.close();
      flag.set(Thread.currentThread().isInterrupted());
    });
    closing.start();
    soonFailed(waiter);
    Scene.parked(closing); // it has seen the interrupt and waits for the request in flight
    acquire.refused(5_000);
    Scene.join(closing);
    assertThat(flag).isTrue();
  }

  @Test
  void close_twice_secondDoesNothing() throws Exception {
    Scene scene = Scene.open();
    closeAnswering(scene);
    scene.client.close();
    assertThat(scene.gateway.log()).containsExactly("close");
  }

  @Test
  void closed_everyForm_saysSo() throws Exception {
    Scene scene = Scene.open();
    io.holdfast.DistributedLock lock = scene.lock(A);
    closeAnswering(scene);
    assertThat(failure(lock.acquireAsync())).isInstanceOf(HoldfastClosedException.class);
    assertThat(failure(lock.tryAcquireAsync(seconds(1))))
        .isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::acquire).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::tryAcquire).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::lock).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::forceRelease).isInstanceOf(HoldfastClosedException.class);
    assertThat(failure(lock.forceReleaseAsync())).isInstanceOf(HoldfastClosedException.class);
    assertThat(failure(lock.inspectAsync())).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::isLocked).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> scene.client.lock("b")).isInstanceOf(HoldfastClosedException.class);
    assertThat(scene.client.footprint()).isEqualTo(Footprint.NOTHING);
  }

  // ---- asking

  @Test
  void inspect_heldByHoldfast_tellsAll() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Optional<io.holdfast.LockState>> state =
        blocking(() -> scene.lock(A).inspect());
    scene
        .gateway
        .take("inspect")
        .value(List.of("hash", 1_500L, 1_763_190_000_000_000L, "client:1", "t1763189999000000"));
    io.holdfast.LockState known = soon(state).orElseThrow();
    assertThat(known.holder()).isEqualTo("client:1");
    assertThat(known.baseToken()).isEqualTo(1_763_189_999_000_000L * 1024);
    assertThat(known.since().orElseThrow().toEpochMilli()).isEqualTo(1_763_189_999_000L);
    assertThat(known.until().orElseThrow().toEpochMilli()).isEqualTo(1_763_190_001_500L);
  }

  @Test
  void inspect_heldByRedissonWithoutEnd_tellsWhatItCan() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Optional<io.holdfast.LockState>> state =
        blocking(() -> scene.lock(A).inspect());
    scene
        .gateway
        .take("inspect")
        .value(List.of("hash", -1L, 1_763_190_000_000_000L, "uuid:7", "1"));
    io.holdfast.LockState known = soon(state).orElseThrow();
    assertThat(known.since()).isEmpty();
    assertThat(known.until()).isEmpty();
    assertThat(known.baseToken()).isZero();
  }

  @Test
  void remainingLeaseTime_freeAndHeld() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Duration> free = blocking(() -> scene.lock(A).remainingLeaseTime());
    scene.gateway.take("inspect").value(List.of("none"));
    assertThat(soon(free)).isZero();
    CompletableFuture<Duration> held = blocking(() -> scene.lock(A).remainingLeaseTime());
    scene.gateway.take("inspect").value(List.of("hash", 1_500L, 1L, "c:1", "t5"));
    assertThat(soon(held)).isEqualTo(millis(1_500));
    CompletableFuture<Duration> endless = blocking(() -> scene.lock(A).remainingLeaseTime());
    scene.gateway.take("inspect").value(List.of("hash", -1L, 1L, "c:1", "t5"));
    assertThat(soon(endless)).isEqualTo(ChronoUnit.FOREVER.getDuration());
  }

  @Test
  void inspectAsync_everyAnswer_isTheFutures() {
    Scene scene = Scene.open();
    var free = scene.lock(A).inspectAsync();
    scene.gateway.take("inspect").value(List.of("none"));
    assertThat(now(free)).isEmpty();
    var held = scene.lock(A).inspectAsync();
    scene.gateway.take("inspect").value(List.of("hash", 1_500L, 1L, "c:1", "t5"));
    assertThat(now(held).orElseThrow().holder()).isEqualTo("c:1");
    var foreign = scene.lock(A).inspectAsync();
    scene.gateway.take("inspect").value(List.of("zset"));
    assertThat(failure(foreign))
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("zset");
    var unanswered = scene.lock(A).inspectAsync();
    scene.gateway.take("inspect").unanswered();
    assertThat(failure(unanswered)).isInstanceOf(LockUnavailableException.class);
  }

  @Test
  void isLocked_foreignKey_saysItsType() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Boolean> locked = blocking(() -> scene.lock(A).isLocked());
    scene.gateway.take("inspect").value(List.of("zset"));
    assertThat(soonFailed(locked))
        .isInstanceOf(ServerErrorException.class)
        .hasMessageContaining("zset");
  }

  @Test
  void isLocked_unanswered_isUnavailable() throws Exception {
    Scene scene = Scene.open();
    CompletableFuture<Boolean> locked = blocking(() -> scene.lock(A).isLocked());
    scene.gateway.take("inspect").unanswered();
    assertThat(soonFailed(locked)).isInstanceOf(LockUnavailableException.class);
  }
}
