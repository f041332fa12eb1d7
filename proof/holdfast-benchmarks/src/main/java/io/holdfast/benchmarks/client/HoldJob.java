package io.holdfast.benchmarks.client;

import io.holdfast.benchmarks.contestant.Contestant;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Many names asked for at once, without a thread for each, and kept once granted. */
public final class HoldJob {

  /**
   * How it stands.
   *
   * @param granted so many until now
   * @param failed so many with an error
   * @param nanos since they were asked for
   * @param firstFailure what the first error said, or empty
   */
  public record Result(int granted, int failed, long nanos, String firstFailure) {}

  private final Contestant contestant;
  private final AtomicInteger granted = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Semaphore answers = new Semaphore(0);
  private int asked;
  private long startNanos;

  HoldJob(Contestant contestant) {
    this.contestant = contestant;
  }

  Result ask(int count) {
    startNanos = System.nanoTime();
    int from = asked;
    asked += count;
    for (int i = from; i < asked; i++) {
      var unused = contestant.hold("bench:held:" + i).whenComplete((lease, failure) -> {
        if (failure == null) {
          granted.incrementAndGet();
        } else {
          failures.add(failure.toString());
        }
        answers.release();
      });
    }
    return result();
  }

  /** Until all are answered, or so long. */
  Result await(Duration limit) throws InterruptedException {
    if (answers.tryAcquire(asked, limit.toMillis(), TimeUnit.MILLISECONDS)) {
      answers.release(asked);
    }
    return result();
  }

  private Result result() {
    String first = failures.peek();
    return new Result(
        granted.get(), failures.size(), System.nanoTime() - startNanos, first == null ? "" : first);
  }
}
