package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A callback that leaves its thread interrupted must not interrupt somebody else's. */
class InterruptedCallbackTest {

  @Test
  void callback_behindOneThatInterruptedItsThread_isNotInterrupted() throws Exception {
    CallbackThreads threads =
        new CallbackThreads("interrupted-test", new PlayedTimers(new PlayedTicker()));
    int count = Math.max(2, Runtime.getRuntime().availableProcessors());
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(count);
    for (int i = 0; i < count; i++) { // as many as there are threads
      threads.execute(() -> {
        running.countDown();
        try {
          go.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        Thread.currentThread().interrupt(); // as everybody does who catches an InterruptedException
      });
    }
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
    threads.execute(() -> wasInterrupted.complete(Thread.currentThread().isInterrupted()));
    go.countDown();
    assertThat(wasInterrupted.get(10, TimeUnit.SECONDS)).isFalse();
    threads.close();
  }
}
