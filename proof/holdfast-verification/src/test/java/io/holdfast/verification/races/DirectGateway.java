package io.holdfast.verification.races;

import io.holdfast.internal.HoldfastClient;
import io.holdfast.internal.Host;
import io.holdfast.internal.Settings;
import io.holdfast.internal.time.Timers;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.holdfast.spi.ServerDescription;
import io.holdfast.spi.Ticker;
import io.holdfast.testkit.memory.ScriptCatalogue;
import io.holdfast.testkit.memory.SimulatedScripts;
import io.holdfast.verification.simulation.SimulatedServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that asks a simulated server at once, on the caller's thread. Time passes, timers fire and a renewal is
 * answered when the test says so. Thread-safe.
 */
final class DirectGateway implements Gateway {

  private static final long START_MICROS = 1_763_190_000_000_000L;

  private final AtomicLong micros = new AtomicLong(START_MICROS);
  private final SimulatedServer server =
      new SimulatedServer(micros::incrementAndGet, SimulatedScripts::new);
  private final AtomicLong nanos = new AtomicLong();
  private final Queue<Runnable> planned = new ConcurrentLinkedQueue<>();
  private @Nullable GatewayListener listener;
  private volatile @Nullable Answering held;
  private int calls;

  /** A client on this gateway; completions run on whatever thread brings them. */
  HoldfastClient open() {
    Ticker ticker = new Ticker() {
      @Override
      public long nanos() {
        return nanos.get();
      }

      @Override
      public long wallMillis() {
        return START_MICROS / 1_000 + nanos.get() / 1_000_000;
      }
    };
    Timers timers = new Timers() {
      @Override
      public Timer after(long delay, Runnable task) {
        planned.add(task);
        return () -> planned.remove(task);
      }

      @Override
      public void close() {
        planned.clear();
      }
    };
    Settings settings = new Settings(
        "races",
        "",
        Duration.ofSeconds(30),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        64,
        Duration.ofMillis(50),
        Duration.ZERO,
        GatewaySettings.PubSub.AUTO,
        null,
        Runnable::run,
        ticker);
    return HoldfastClient.open(
        (wanted, told) -> {
          listener = told;
          return this;
        },
        settings,
        new Host("races", timers, Runnable::run, () -> {}));
  }

  @Override
  public ServerDescription server() {
    return new ServerDescription(ServerDescription.Kind.STANDALONE, "simulated", false);
  }

  @Override
  public int partition(String key) {
    return 0;
  }

  @Override
  public synchronized CompletionStage<ScriptReply> run(ScriptCall call) {
    calls++;
    Object value;
    try {
      value = server.call(call);
    } catch (ErrorReplyException e) { // a script that is not known yet: it comes again
      return CompletableFuture.failedFuture(e);
    }
    Answering late = held;
    if (late != null && ScriptCatalogue.sourceOf("renew").equals(call.source())) {
      held = null;
      late.value = value;
      return late.reply;
    }
    return CompletableFuture.completedFuture(new ScriptReply(value, false));
  }

  @Override
  public synchronized CompletionStage<Long> timeMicros() {
    return CompletableFuture.completedFuture(server.timeMicros());
  }

  @Override
  public void subscribe(String channel) {}

  @Override
  public void unsubscribe(String channel) {}

  @Override
  public void close() {}

  /** A message about the lock, as if somebody else had released it: the holder asks the server at once. */
  void message(String lockName) {
    GatewayListener told = listener;
    if (told != null) {
      told.message("redisson_lock__channel:{" + lockName + "}", "0");
    }
  }

  /** That much time passes, without a timer being served. */
  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    micros.addAndGet(time.toNanos() / 1_000);
  }

  /** Everything that is planned happens now: rounds of the watchdog, alarms, pauses that are over. */
  void fireTimers() {
    List<Runnable> due = List.copyOf(planned);
    due.forEach(task -> {
      if (planned.remove(task)) {
        task.run();
      }
    });
  }

  /** The next renewal is done at once, and answered when that is asked for. */
  Answering holdNextRenewal() {
    Answering late = new Answering();
    held = late;
    return late;
  }

  /** A renewal whose answer is still on its way. */
  static final class Answering {

    private final CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
    private volatile @Nullable Object value;

    boolean isOnItsWay() {
      return value != null;
    }

    /** The answer arrives, on this thread. */
    void arrives() {
      reply.complete(new ScriptReply(value, false));
    }
  }

  /** The server loses everything. */
  synchronized void loseData() {
    server.loseData();
  }

  /** Whether nothing is sent any more, whatever timers fire in that time. */
  boolean isQuietFor(Duration time) {
    int before = calls;
    pass(time);
    fireTimers();
    return calls == before;
  }

  /** What is locked on the server. */
  synchronized List<String> keys() {
    return server.keys().keys();
  }
}
