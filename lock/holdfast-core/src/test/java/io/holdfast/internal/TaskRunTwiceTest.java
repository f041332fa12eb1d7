package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A pool without core threads queues a task and then cannot start a thread for it: it throws, and runs the task all the
 * same when there is a thread again.
 */
class TaskRunTwiceTest {

  @Test
  void granted_executorThrowsButRunsItLater_leaseIsNotReleasedBehindItsHolder() throws Exception {
    AtomicBoolean canStart = new AtomicBoolean();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
          if (!canStart.get()) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          Thread thread = new Thread(task);
          thread.setDaemon(true);
          return thread;
        });
    Scene scene = Scene.plan().executor(pool).open();
    CompletableFuture<Lease> future = scene.acquire("a");
    scene.gateway.take("acquire").granted(scene.stamp());
    Lease lease = future.get(10, TimeUnit.SECONDS); // by the spare threads
    assertThat(lease.isHeld()).isTrue();

    canStart.set(true);
    CountDownLatch after = new CountDownLatch(1);
    pool.execute(after::countDown); // runs behind what is still queued
    assertThat(after.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(lease.isHeld()).as("its holder has not released %s", lease).isTrue();
    pool.shutdownNow();
  }
}
