package io.holdfast.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockEvent;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.ServerDescription;
import io.holdfast.spi.ServerDescription.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A client on a played gateway and played time. Completions run at once, on whatever thread the test
 * answers with, unless another executor is given.
 */
public final class Scene {

  static final Duration LEASE = Duration.ofSeconds(30);

  final PlayedTicker ticker = new PlayedTicker();
  final PlayedTimers timers = new PlayedTimers(ticker);
  final PlayedGateway gateway;
  final HoldfastClient client;
  final RecordedLog log = new RecordedLog();
  final List<LockEvent> events = new CopyOnWriteArrayList<>();
  private final List<Consumer<LockEvent>> hooks = new CopyOnWriteArrayList<>();
  private long stamps;

  private Scene(Plan plan) {
    gateway = new PlayedGateway(
        ticker, new ServerDescription(plan.kind, "redis 7.0.15", plan.sharded), plan.partition);
    gateway.probeAnswers(plan.probes);
    Settings settings = new Settings(
        "test",
        "",
        LEASE,
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        plan.handOvers,
        plan.handOverTime,
        Duration.ofMinutes(10),
        GatewaySettings.PubSub.AUTO,
        event -> {
          events.add(event);
          hooks.forEach(hook -> hook.accept(event));
        },
        plan.executor,
        ticker);
    Host host = plan.executor == null
        ? new Host(
            UUID.randomUUID().toString(), timers, Runnable::run, () -> {}, new OperatorLog(log))
        : Host.of(settings, timers);
    client = HoldfastClient.open(gateway.factory(), settings, host);
    stamps = ticker.serverMicros();
  }

  static Plan plan() {
    return new Plan();
  }

  static Scene open() {
    return plan().open();
  }

  /** What differs from the usual scene. */
  static final class Plan {
    private Kind kind = Kind.STANDALONE;
    private boolean sharded;
    private ToIntFunction<String> partition = key -> 0;
    private @Nullable Executor executor; // none: as the engine comes, on its own threads
    private int handOvers = 64;
    private Duration handOverTime = Duration.ofMillis(50);
    private List<Object> probes = List.of(List.of());

    Plan cluster(ToIntFunction<String> slots) {
      kind = Kind.CLUSTER;
      sharded = true;
      partition = slots;
      return this;
    }

    Plan budget(int count, Duration time) {
      handOvers = count;
      handOverTime = time;
      return this;
    }

    Plan executor(Executor chosen) {
      executor = chosen;
      return this;
    }

    Plan probe(Object... replies) {
      probes = List.of(replies);
      return this;
    }

    Scene open() {
      return new Scene(this);
    }
  }

  DistributedLock lock(String name) {
    return client.lock(name);
  }

  /** A stamp above all before. */
  long stamp() {
    return ++stamps;
  }

  void onEvent(Consumer<LockEvent> hook) {
    hooks.add(hook);
  }

  CompletableFuture<Lease> acquire(String name) {
    return lock(name).acquireAsync();
  }

  CompletableFuture<Lease> acquire(String name, LeaseOptions options) {
    return lock(name).acquireAsync(options);
  }

  CompletableFuture<Optional<Lease>> tryAcquire(String name, Duration wait) {
    return lock(name).tryAcquireAsync(wait);
  }

  /** The server will be asked what to do next: until then nobody knows how the release went. */
  void release(Lease lease) {
    assertThat(lease.releaseAsync()).isNotDone();
  }

  /** A lease that the server granted at once. */
  Lease held(String name) {
    return held(name, LeaseOptions.renewed());
  }

  Lease held(String name, LeaseOptions options) {
    CompletableFuture<Lease> lease = acquire(name, options);
    gateway.take("acquire").granted(stamp());
    return now(lease);
  }

  /** A waiter whom the server refused and who listens by now; its second attempt was refused too. */
  CompletableFuture<Lease> contended(String name, long remainingMillis) {
    CompletableFuture<Lease> waiter = acquire(name);
    gateway.take("acquire").refused(remainingMillis);
    gateway.acknowledge(name);
    gateway.take("acquire").refused(remainingMillis);
    gateway.quiet();
    return waiter;
  }

  void advance(Duration time) {
    timers.advance(time);
  }

  /** Time goes on, and renewals are answered as they are sent. */
  void advanceRenewing(Duration time) {
    long steps = time.toMillis() / 100;
    for (long i = 0; i < steps; i++) {
      timers.advance(Duration.ofMillis(100));
      while (gateway.open() > 0) {
        gateway.take("renew").renewed();
      }
    }
  }

  void expectNothingLeft() {
    gateway.quiet();
    assertThat(client.footprint()).isEqualTo(Footprint.NOTHING);
    timers.advance(seconds(1)); // the watchdog finds nothing to watch and sleeps
    assertThat(timers.pending()).as("timers").isZero();
    gateway.quiet();
  }

  List<String> eventKinds() {
    return events.stream().map(event -> event.getClass().getSimpleName()).toList();
  }

  /** What a future has by now. */
  static <T> T now(CompletableFuture<T> future) {
    assertThat(future).isCompleted();
    return future.join();
  }

  /** What a future failed with by now. */
  static Throwable failure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future
        .handle((value, failure) -> failure instanceof CompletionException e && e.getCause() != null
            ? e.getCause()
            : failure)
        .join();
  }

  static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  /** Waits, on the real clock, for a thread that is about to end or to park. */
  static void join(Thread thread) throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(thread.isAlive()).as("thread %s hangs", thread.getName()).isFalse();
  }

  /** Waits until the thread is parked. */
  static void parked(Thread thread) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(System.nanoTime() - end).as("thread does not park").isNegative();
      assertThat(thread.isAlive()).as("thread ended instead of parking").isTrue();
      Thread.onSpinWait();
    }
  }
}
