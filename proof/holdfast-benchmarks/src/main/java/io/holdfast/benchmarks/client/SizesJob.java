package io.holdfast.benchmarks.client;

import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.PeerLock;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What one more lock costs this process in heap. */
public final class SizesJob {

  /**
   * What came out, in bytes each.
   *
   * @param idle a lock object nobody uses, its name included
   * @param held a lock that is held and renewed
   */
  public record Result(double idle, double held) {}

  private final Contestant contestant;

  SizesJob(Contestant contestant) {
    this.contestant = contestant;
  }

  Result run(int idleCount, int heldCount) throws Exception {
    PeerLock first = contestant.lock("bench:first"); // whatever is made once
    first.lock();
    first.unlock();
    long empty = Vitals.thorough().heapBytes();
    PeerLock[] idle = new PeerLock[idleCount];
    Arrays.setAll(idle, i -> contestant.lock("bench:idle:" + i));
    long withIdle = Vitals.thorough().heapBytes();
    double idleBytes = (double) (withIdle - empty) / idle.length;

    CompletableFuture<?>[] held = IntStream.range(0, heldCount)
        .mapToObj(i -> contestant.hold("bench:sized:" + i))
        .map(CompletionStage::toCompletableFuture)
        .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(held).get(60, TimeUnit.SECONDS);
    long withHeld = Vitals.thorough().heapBytes();
    double heldBytes = (double) (withHeld - withIdle) / held.length;
    return new Result(idleBytes, heldBytes);
  }
}
