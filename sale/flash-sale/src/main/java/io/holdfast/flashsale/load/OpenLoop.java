package io.holdfast.flashsale.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Asks at a fixed pace, whether or not answers come: buyers do not wait for each other. One run each.
 *
 * <p>A generator that waits for answers asks less when the service is slow, and so measures the fast moments more
 * often than the slow ones (coordinated omission). Here every request has a moment when it is due, and its latency
 * counts from there: if the service stands still, everybody who was due meanwhile has waited.
 */
public final class OpenLoop {

  private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

  private final Pace pace;
  private final LoadTarget target;
  private final Latencies latencies = new Latencies();
  private final Map<String, Histogram> total = new TreeMap<>();
  private final Map<String, Histogram> unseen = new TreeMap<>();
  private final Semaphore inFlight;
  private final AtomicLong asked = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private volatile long startNanos;
  private volatile boolean stopped;

  public OpenLoop(Pace pace, LoadTarget target) {
    this.pace = pace;
    this.target = target;
    this.inFlight = new Semaphore(pace.mostInFlight());
  }

  /** Asks everything on this thread and waits for the answers. */
  public Tally run() throws InterruptedException {
    startNanos = System.nanoTime();
    double nanosEach = 1e9 / pace.perSecond();
    for (long number = 0; number < pace.requests() && !stopped; number++) {
      long due = startNanos + (long) (number * nanosEach);
      awaitNanos(due);
      inFlight.acquire();
      ask(number, due);
    }
    inFlight.acquire(pace.mostInFlight());
    inFlight.release(pace.mostInFlight());
    return tally();
  }

  private void ask(long number, long due) {
    asked.incrementAndGet();
    CompletionStage<String> answer;
    try {
      answer = target.ask(number);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    var unused = answer.whenComplete((kind, failure) -> {
      latencies.record(failure == null ? kind : "failed", System.nanoTime() - due);
      answered.incrementAndGet();
      inFlight.release();
    });
  }

  /** No more requests; those in flight are still awaited. */
  public void stop() {
    stopped = true;
  }

  /** How many have been asked. */
  public long asked() {
    return asked.get();
  }

  /** How many have been answered. */
  public long answered() {
    return answered.get();
  }

  /** What came since this was asked last. For one observer. */
  public synchronized Map<String, Histogram> interval() {
    collect();
    Map<String, Histogram> interval = new TreeMap<>(unseen);
    unseen.clear();
    return interval;
  }

  /** Everything so far. */
  public synchronized Tally tally() {
    collect();
    Map<String, Histogram> copy = new TreeMap<>();
    total.forEach((kind, histogram) -> copy.put(kind, histogram.copy()));
    return new Tally((System.nanoTime() - startNanos) / 1e9, copy);
  }

  private void collect() {
    latencies.take().forEach((kind, histogram) -> {
      total.computeIfAbsent(kind, k -> Latencies.empty()).add(histogram);
      unseen.computeIfAbsent(kind, k -> Latencies.empty()).add(histogram);
    });
  }

  private static void awaitNanos(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
