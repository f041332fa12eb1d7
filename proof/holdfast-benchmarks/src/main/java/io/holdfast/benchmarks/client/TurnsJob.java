package io.holdfast.benchmarks.client;

import io.holdfast.benchmarks.contestant.Contestant;
import io.holdfast.benchmarks.contestant.PeerLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes turns with another process on one lock, and notes when. The clock is the machine's monotonic one,
 * so that both processes' notes can be laid beside each other.
 */
public final class TurnsJob {

  private static final long HOLD_NANOS = 4_000_000; // long enough for the other side to queue
  private static final long REST_NANOS = 2_000_000; // so that the other side is first

  /**
   * What came out, by turn.
   *
   * @param acquired when {@code lock} returned
   * @param releasing when {@code unlock} was called
   */
  public record Result(List<Long> acquired, List<Long> releasing) {}

  private final Contestant contestant;

  TurnsJob(Contestant contestant) {
    this.contestant = contestant;
  }

  Result run(int turns) throws Exception {
    PeerLock lock = contestant.lock("bench:turns");
    List<Long> acquired = new ArrayList<>(turns);
    List<Long> releasing = new ArrayList<>(turns);
    for (int i = 0; i < turns; i++) {
      lock.lock();
      acquired.add(System.nanoTime());
      LockSupport.parkNanos(HOLD_NANOS);
      releasing.add(System.nanoTime());
      lock.unlock();
      LockSupport.parkNanos(REST_NANOS);
    }
    return new Result(acquired, releasing);
  }
}
