package io.holdfast.benchmarks.client;

import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.PeerLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Locks and unlocks many distinct names once each: does anything stay behind? */
public final class ChurnJob {

  /**
   * What came out.
   *
   * @param grants so many
   * @param nanos in so long
   */
  public record Result(long grants, long nanos) {}

  private final Contestant contestant;

  ChurnJob(Contestant contestant) {
    this.contestant = contestant;
  }

  Result run(int count, int threads) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    List<Thread> workers = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      Thread worker = new Thread(() -> {
        try {
          for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
            PeerLock lock = contestant.lock("bench:churn:" + n);
            lock.lock();
            lock.unlock();
            done.incrementAndGet();
          }
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      });
      worker.start();
      workers.add(worker);
    }
    for (Thread worker : workers) {
      worker.join();
    }
    if (done.get() != count) {
      throw new IllegalStateException("only " + done + " of " + count + " names were served");
    }
    return new Result(count, System.nanoTime() - start);
  }
}
