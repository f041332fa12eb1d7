package io.holdfast.benchmarks.client;

import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.PeerLock;
import java.time.Duration;

/** One thread that goes round over many names, each free: does the number of names matter? */
public final class CycleJob {

  /**
   * What came out.
   *
   * @param grants so many
   * @param nanos in so long
   */
  public record Result(long grants, long nanos) {}

  private final Contestant contestant;

  CycleJob(Contestant contestant) {
    this.contestant = contestant;
  }

  Result run(int names, Duration time) throws Exception {
    long start = System.nanoTime();
    long grants = 0;
    while (System.nanoTime() - start < time.toNanos()) {
      PeerLock lock = contestant.lock("bench:cycle:" + grants % names);
      lock.lock();
      lock.unlock();
      grants++;
    }
    return new Result(grants, System.nanoTime() - start);
  }
}
