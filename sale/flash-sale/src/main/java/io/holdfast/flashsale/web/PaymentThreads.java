package io.holdfast.flashsale.web;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Threads of their own for what waits for somebody outside, so many and no more: the web server's are left to those
 * who buy. Thread-safe.
 */
final class PaymentThreads implements AutoCloseable {

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration END_WITHIN = Duration.ofSeconds(10);

  private final ThreadPoolExecutor threads;

  PaymentThreads(int most) {
    AtomicInteger number = new AtomicInteger();
    threads = new ThreadPoolExecutor(
        0, most, IDLE.toSeconds(), TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
          Thread thread = new Thread(work, "flash-sale-payment-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Does it on one of these threads; who waits too long is told that nobody knows.
   *
   * @throws Problem if all of them are busy: nothing has happened
   */
  <T> DeferredResult<T> later(Callable<T> work) {
    DeferredResult<T> result = new DeferredResult<>(
        ANSWER_WITHIN.toMillis(), () -> Problem.of(ProblemType.OUTCOME_UNKNOWN));
    try {
      threads.execute(() -> {
        try {
          result.setResult(work.call());
        } catch (InterruptedException ending) {
          Thread.currentThread().interrupt();
          result.setErrorResult(Problem.of(ProblemType.OUTCOME_UNKNOWN));
        } catch (Exception e) {
          result.setErrorResult(e);
        }
      });
    } catch (RejectedExecutionException full) {
      throw Problem.of(ProblemType.OVERLOADED);
    }
    return result;
  }

  int busy() {
    return threads.getActiveCount();
  }

  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
