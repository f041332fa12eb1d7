package io.holdfast.internal;

import static io.holdfast.internal.Scene.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.LeaseLostException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers on the workers of a pool that may not start another one for a worker that waits. */
class FullPoolTest {

  private final Scene scene = Scene.open();
  private final ForkJoinPool pool = new ForkJoinPool(
      1,
      ForkJoinPool.defaultForkJoinWorkerThreadFactory,
      null,
      false,
      1,
      1,
      1,
      null,
      1,
      TimeUnit.MINUTES);

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  @Test
  void lockAndUnlock_onTheLastWorker_areWaitedFor() throws Exception {
    DistributedLock lock = scene.lock("a");
    ForkJoinTask<?> task = pool.submit(() -> {
      lock.lock();
      lock.unlock();
    });
    scene.gateway.await("acquire").granted(scene.stamp());
    scene.gateway.await("release").released();
    task.get(30, TimeUnit.SECONDS);
    scene.expectNothingLeft();
  }

  @Test
  void tryLock_onTheLastWorker_isWaitedForAsLong() throws Exception {
    DistributedLock lock = scene.lock("a");
    ForkJoinTask<Boolean> task = pool.submit(() -> lock.tryLock(seconds(60)));
    scene.gateway.await("acquire").granted(scene.stamp());
    assertThat(task.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void close_onTheLastWorker_tellsOfALoss() throws Exception {
    DistributedLock lock = scene.lock("a");
    ForkJoinTask<?> task = pool.submit(() -> {
      lock.acquire().close();
      return null;
    });
    scene.gateway.await("acquire").granted(scene.stamp());
    scene.gateway.await("release").notHeld();
    assertThat(task)
        .failsWithin(seconds(30))
        .withThrowableThat()
        .withRootCauseInstanceOf(LeaseLostException.class);
  }
}
