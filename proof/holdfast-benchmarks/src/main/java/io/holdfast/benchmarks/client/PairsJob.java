package io.holdfast.benchmarks.client;

import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.PeerLock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Threads that lock and unlock for a given time, counting and timing every grant. */
public final class PairsJob {

  /** Which lock a thread uses. */
  public enum Names {
    /** Each thread its own. */
    OWN,
    /** All threads of all processes the same. */
    HOT,
    /** Each thread its own, already held: every pair is a re-entry. */
    HELD
  }

  /**
   * What came out.
   *
   * @param grants per thread
   * @param nanos from the start to the end of the last thread
   * @param waits histogram of the time in {@code lock}, compressed and in base 64
   * @param pinned how often a virtual thread kept its carrier while blocked
   * @param lostUpdates of an unprotected counter under the hot lock: 0, or the lock does not exclude
   */
  public record Result(List<Long> grants, long nanos, String waits, long pinned, long lostUpdates) {

    public long total() {
      return grants.stream().mapToLong(Long::longValue).sum();
    }

    public Histogram histogram() {
      try {
        return Histogram.decodeFromCompressedByteBuffer(
            ByteBuffer.wrap(Base64.getDecoder().decode(waits)), 0);
      } catch (java.util.zip.DataFormatException e) {
        throw new IllegalStateException("not a histogram", e);
      }
    }
  }

  private static final int RECORDERS = 64; // shared by more threads than that
  private static final int BATCH = 100; // re-entries between two looks at the clock
  private static final long LONGEST_NANOS = Duration.ofMinutes(2).toNanos();

  private final Contestant contestant;
  private long unprotected;

  PairsJob(Contestant contestant) {
    this.contestant = contestant;
  }

  Result run(Names names, int threads, boolean virtual, Duration time) throws Exception {
    if (!virtual) {
      return run(names, threads, false, time, () -> 0L);
    }
    try (Pinning pinning = new Pinning()) {
      return run(names, threads, true, time, pinning::count);
    }
  }

  private Result run(Names names, int threads, boolean virtual, Duration time, LongSupplier pinned)
      throws Exception {
    long[] grants = new long[threads];
    Histogram[] waits = new Histogram[Math.min(threads, RECORDERS)];
    Arrays.setAll(waits, i -> new ConcurrentHistogram(1, LONGEST_NANOS, 2));
    PeerLock[] locks = new PeerLock[threads];
    Arrays.setAll(locks, i -> contestant.lock(name(names, i)));
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      int me = i;
      Threads.start(virtual, "caller-" + i, () -> {
        try {
          begun.await();
          grants[me] = names == Names.HELD
              ? reenter(locks[me], time)
              : contend(locks[me], names == Names.HOT, time, waits[me % RECORDERS]);
        } catch (Throwable e) {
          failures.add(e);
        } finally {
          ended.countDown();
        }
      });
    }
    long start = System.nanoTime();
    begun.countDown();
    ended.await();
    long nanos = System.nanoTime() - start;
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.size() + " threads failed", failures.peek());
    }
    long lostUpdates = names == Names.HOT ? Arrays.stream(grants).sum() - unprotected : 0;
    return new Result(
        Arrays.stream(grants).boxed().toList(),
        nanos,
        encode(waits),
        pinned.getAsLong(),
        lostUpdates);
  }

  private static String name(Names names, int thread) {
    return names == Names.HOT
        ? "bench:hot"
        : "bench:" + ProcessHandle.current().pid() + ":" + thread;
  }

  private long contend(PeerLock lock, boolean hot, Duration time, Histogram waits)
      throws Exception {
    long end = System.nanoTime() + time.toNanos();
    long count = 0;
    for (long before = System.nanoTime(); before - end < 0; before = System.nanoTime()) {
      lock.lock();
      long waited = System.nanoTime() - before;
      if (hot) {
        unprotected++;
      }
      lock.unlock();
      waits.recordValue(Math.min(waited, LONGEST_NANOS));
      count++;
    }
    return count;
  }

  private static long reenter(PeerLock lock, Duration time) throws Exception {
    lock.lock();
    try {
      long end = System.nanoTime() + time.toNanos();
      long count = 0;
      while (System.nanoTime() - end < 0) {
        for (int i = 0; i < BATCH; i++) {
          lock.lock();
          lock.unlock();
        }
        count += BATCH;
      }
      return count;
    } finally {
      lock.unlock();
    }
  }

  private static String encode(Histogram[] waits) {
    Histogram all = new Histogram(1, LONGEST_NANOS, 2);
    for (Histogram part : waits) {
      all.add(part);
    }
    ByteBuffer buffer = ByteBuffer.allocate(all.getNeededByteBufferCapacity());
    int length = all.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}
