package io.holdfast.benchmarks.jmh;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Re-entry, hand-over, a whole pair and its events: time and allocation of our own code. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@NullUnmarked
public class LocalBenchmark {

  /** A client that nobody listens to. */
  @State(Scope.Benchmark)
  public static class Client {

    Holdfast holdfast;
    DistributedLock lock;

    @Setup
    public void open() {
      holdfast = builder().build();
      lock = holdfast.lock("bench");
    }

    HoldfastBuilder builder() {
      return Holdfast.builder()
          .gateway((settings, listener) -> new InstantGateway())
          .handOverBudget(1023, Duration.ofHours(1))
          .executor(Runnable::run);
    }

    @TearDown
    public void close() {
      holdfast.close();
    }
  }

  /** A client with a listener. */
  @State(Scope.Benchmark)
  public static class ObservedClient extends Client {

    long events;

    @Override
    HoldfastBuilder builder() {
      return super.builder().listener(event -> events++);
    }
  }

  /** The lock is held by the thread that measures. */
  @State(Scope.Thread)
  public static class HeldLock {

    @Param({"bench:held"})
    String name;

    DistributedLock lock;

    @Setup(Level.Iteration)
    public void acquire(Client client) {
      lock = client.holdfast.lock(name);
      lock.lock();
    }

    @TearDown(Level.Iteration)
    public void release() {
      lock.unlock();
    }
  }

  /** Enter again and leave: no command, no allocation. */
  @Benchmark
  public void reentry(HeldLock held) {
    held.lock.lock();
    held.lock.unlock();
  }

  /** A whole pair whose server answers at once. */
  @Benchmark
  public void pair(Client client) {
    client.lock.lock();
    client.lock.unlock();
  }

  /** The same, with somebody listening. */
  @Benchmark
  public void pairWithEvents(ObservedClient client) {
    client.lock.lock();
    client.lock.unlock();
  }

  /** Eight threads hand one lock to each other. */
  @Benchmark
  @Threads(8)
  public void handOver(Client client) {
    client.lock.lock();
    client.lock.unlock();
  }
}
