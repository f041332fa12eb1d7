package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.LockEvent;
import io.holdfast.internal.time.SystemTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads: what the simulation, which is one, cannot show. */
class CallbackThreadsTest {

  private final SystemTimers timers = new SystemTimers("callback-test-timer");
  private final CallbackThreads threads = new CallbackThreads("callback-test", timers);

  @AfterEach
  void close() {
    threads.close();
    timers.close();
  }

  @Test
  void callbacks_allBlockOnTheLast_itIsRun() throws Exception {
    CountDownLatch last = new CountDownLatch(1);
    List<CompletableFuture<Void>> blocked = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      blocked.add(CompletableFuture.runAsync(() -> await(last), threads));
    }
    threads.execute(last::countDown);
    for (CompletableFuture<Void> one : blocked) {
      one.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void callbacks_tenThousandAtOnce_needFewThreads() throws Exception {
    CountDownLatch all = new CountDownLatch(10_000);
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 10_000; i++) {
      threads.execute(() -> {
        most.accumulateAndGet(threads.threads(), Math::max);
        all.countDown();
      });
    }
    assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(most.get()).isLessThan(100);
  }

  @Test
  void close_threadsEnd_andLateCallbacksAreStillRun() throws Exception {
    CountDownLatch ran = new CountDownLatch(2);
    threads.execute(ran::countDown);
    threads.close();
    threads.execute(ran::countDown);
    assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (threads.threads() > 0) {
      assertThat(System.nanoTime() - end).as("threads do not end").isNegative();
      Thread.onSpinWait();
    }
  }

  @Test
  void executor_throwsAnError_theSpareOneRunsIt() {
    Executor broken = task -> {
      throw new NoClassDefFoundError("broken");
    };
    AtomicInteger ran = new AtomicInteger();
    new Events(null, broken, Runnable::run, new OperatorLog(OperatorLog.LOGGER))
        .run(ran::incrementAndGet);
    assertThat(ran).hasValue(1);
  }

  @Test
  void listener_hangs_eventsAreDroppedBeyondABound() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    AtomicInteger heard = new AtomicInteger();
    Events events = new Events(
        event -> {
          hangs.countDown();
          await(goesOn);
          heard.incrementAndGet();
        },
        threads,
        threads,
        new OperatorLog(OperatorLog.LOGGER));
    events.publish(() -> event());
    assertThat(hangs.await(20, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 3 * Events.MOST_WAITING; i++) {
      events.publish(() -> event());
    }
    goesOn.countDown();
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (heard.get() < Events.MOST_WAITING) {
      assertThat(System.nanoTime() - end).as("%s heard", heard).isNegative();
      Thread.onSpinWait();
    }
    assertThat(heard.get()).isBetween(Events.MOST_WAITING, Events.MOST_WAITING + 1);
  }

  private static LockEvent event() {
    return new LockEvent.Released("a", 1, Duration.ZERO);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
