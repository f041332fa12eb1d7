package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What waits at close is still run, even if one of them waits for the one behind it. */
class CallbacksAfterCloseTest {

  @Test
  void close_tasksOfWhichOneWaitsForTheNext_runsBoth() throws Exception {
    PlayedTimers timers = new PlayedTimers(new PlayedTicker());
    CallbackThreads threads = new CallbackThreads("interrupted-test", timers);
    int usual = Math.max(2, Runtime.getRuntime().availableProcessors());
    CountDownLatch last = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(usual);
    for (int i = 0; i < usual; i++) {
      threads.execute(() -> {
        running.countDown();
        await(last);
      });
    }
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
    threads.execute(() -> await(last));
    threads.execute(last::countDown);
    timers.close(); // the client's order: first the timers, then these threads
    threads.close();
    assertThat(last.await(3, TimeUnit.SECONDS))
        .as("somebody waits for that answer")
        .isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
