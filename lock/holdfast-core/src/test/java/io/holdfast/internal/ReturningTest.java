package io.holdfast.internal;

import static io.holdfast.internal.Scene.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who waits for the release of a lock that too few have acknowledged, when its delegate has nothing else to do. */
class ReturningTest {

  private final Scene scene = Scene.open();

  @Test
  void tryAcquire_waitOverDuringTheReturn_isAnswered() {
    CompletableFuture<Optional<Lease>> waiter =
        scene.lock("a").acknowledgedBy(1).tryAcquireAsync(millis(100));
    scene.gateway.take("acquire").acknowledged(scene.stamp(), 0);
    assertThat(scene.gateway.take("release").name()).isEqualTo("a"); // not answered yet
    scene.advance(millis(150));
    assertThat(waiter)
        .as("its wait time of 100 ms is over, no request for it is in flight")
        .isDone();
  }

  @Test
  void acquire_interruptedDuringTheReturn_returns() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread thread = new Thread(() -> {
      try {
        scene.lock("a").acknowledgedBy(1).acquire();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
    });
    thread.setDaemon(true);
    thread.start();
    Scene.parked(thread);
    scene.gateway.take("acquire").acknowledged(scene.stamp(), 0);
    PlayedCall release = scene.gateway.take("release");
    thread.interrupt();
    assertThat(interrupted.await(3, TimeUnit.SECONDS))
        .as("interrupted %s", release)
        .isTrue();
  }
}
