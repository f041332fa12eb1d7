package io.holdfast.internal;

import io.holdfast.Candidate;
import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.HoldfastClosedException;
import io.holdfast.LockActivity;
import io.holdfast.LockUnavailableException;
import io.holdfast.internal.leading.Nominee;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.protocol.LockName;
import io.holdfast.internal.protocol.PlainKind;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.renewal.Renewals;
import io.holdfast.internal.renewal.Watchdog;
import io.holdfast.internal.tenure.Farewells;
import io.holdfast.internal.time.LeaseClock;
import io.holdfast.internal.time.Nanos;
import io.holdfast.internal.time.Timers;
import io.holdfast.internal.view.LockView;
import io.holdfast.internal.view.ThreadHolds;
import io.holdfast.internal.waiting.Callers;
import io.holdfast.internal.waiting.Delegate;
import io.holdfast.internal.waiting.Delegates;
import io.holdfast.internal.waiting.Engine;
import io.holdfast.internal.waiting.Snapshot;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.GatewayListener;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ServerDescription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client: puts the engine's parts together, and takes them apart in order. Thread-safe. */
public final class HoldfastClient implements Holdfast {

  private static final Logger log = LoggerFactory.getLogger(HoldfastClient.class);
  private static final long AGAIN_NANOS = 100_000_000;

  private final Engine engine;
  private final Delegates delegates;
  private final Callers callers;
  private final Host host;
  private final String keyPrefix;
  private final ThreadHolds holds = new ThreadHolds();

  private HoldfastClient(Delegates delegates, Host host, String keyPrefix) {
    this.engine = delegates.engine();
    this.delegates = delegates;
    this.callers = new Callers(delegates);
    this.host = host;
    this.keyPrefix = keyPrefix;
  }

  /** Connects, asks the server what it is and what it lets us do. Leaves nothing behind when that fails. */
  public static Holdfast open(GatewayFactory factory, Settings settings) {
    return open(factory, settings, Host.of(settings));
  }

  static HoldfastClient open(GatewayFactory factory, Settings settings, Timers timers) {
    return open(factory, settings, Host.of(settings, timers));
  }

  /** A server that is there but slow, or not ready yet, is asked again, for {@code unavailableAfter}. */
  public static HoldfastClient open(GatewayFactory factory, Settings settings, Host host) {
    long end = System.nanoTime() + Nanos.of(settings.unavailableAfter());
    boolean wasInterrupted =
        Thread.currentThread().isInterrupted(); // not every library leaves it so
    try {
      while (true) {
        try {
          return tryToOpen(factory, settings, host);
        } catch (LockUnavailableException e) {
          if (!wasHeard(e)
              || end - System.nanoTime() < 0
              || wasInterrupted
              || Thread.currentThread().isInterrupted()) {
            throw e;
          }
          log.info("{}; trying again", e.getMessage());
          LockSupport.parkNanos(AGAIN_NANOS);
        }
      }
    } catch (Throwable e) {
      host.close();
      throw e;
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the server took our request, or answered that it is not ready. */
  private static boolean wasHeard(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ErrorReplyException
          || (cause instanceof NoReplyException noReply && noReply.wasSent())) {
        return true;
      }
    }
    return false;
  }

  private static HoldfastClient tryToOpen(GatewayFactory factory, Settings settings, Host host) {
    LateListener listener = new LateListener();
    Gateway gateway = factory.open(
        new GatewaySettings(settings.clientName(), settings.commandTimeout(), settings.pubSub()),
        listener);
    try {
      Engine engine = engine(gateway, settings, host);
      RightsProbe.run(engine.protocol());
      Delegates delegates = new Delegates(engine);
      listener.delegates = delegates;
      host.log().connected(host.clientId(), gateway.server(), settings.leaseTime());
      return new HoldfastClient(delegates, host, settings.keyPrefix());
    } catch (Throwable e) {
      gateway.close();
      throw e;
    }
  }

  private static Engine engine(Gateway gateway, Settings settings, Host host) {
    Timers timers = host.timers();
    LeaseClock clock = new LeaseClock(settings.ticker());
    long commandTimeout = settings.commandTimeout().toNanos();
    long unavailableAfter = Nanos.of(settings.unavailableAfter());
    Protocol protocol = new Protocol(gateway, clock, commandTimeout, host.clientId());
    Renewals renewals = new Renewals(protocol, clock);
    AtomicLong numbers = new AtomicLong();
    return new Engine(
        gateway,
        protocol,
        clock,
        timers,
        new Events(
            settings.listener(),
            settings.executor() == null ? host.callbacks() : settings.executor(),
            host.callbacks(),
            host.log()),
        renewals,
        new Watchdog(renewals, clock, timers, gateway::partition),
        new Farewells(protocol, clock, timers, commandTimeout, unavailableAfter),
        () -> host.clientId() + ":" + numbers.incrementAndGet(),
        new Engine.Limits(
            settings.leaseTime().toMillis(),
            commandTimeout,
            unavailableAfter,
            settings.handOvers(),
            Nanos.of(settings.handOverTime()),
            Nanos.of(settings.holdWarning()),
            gateway.server().kind() == ServerDescription.Kind.CLUSTER));
  }

  @Override
  public DistributedLock lock(String name) {
    return view(name, callers);
  }

  private LockView view(String asked, Callers by) {
    String name = LockName.check(asked, keyPrefix);
    if (engine.closed().get()) {
      throw new HoldfastClosedException(name, "lock '" + name + "': this client is closed", null);
    }
    if (engine.limits().isCluster()) {
      String channel = LockName.channelOf(name);
      if (engine.gateway().partition(name) != engine.gateway().partition(channel)) {
        throw new IllegalArgumentException("lock name '" + name
            + "' is not possible in a cluster: its braces put its" + " channel '" + channel
            + "' into another slot; use a full hash tag such as '{order}:42', or no braces");
      }
    }
    return new LockView(new LockId(PlainKind.INSTANCE, name), by, holds);
  }

  @Override
  public Candidate leader(String name) {
    LockView lock = view(name, callers.forLong());
    return new Nominee(lock, engine.events(), engine.timers());
  }

  @Override
  public List<LockActivity> activities() {
    return Snapshot.of(delegates);
  }

  @Override
  public void close() {
    if (!engine.closed().compareAndSet(false, true)) {
      return;
    }
    delegates.all().forEach(Delegate::close);
    long limit = engine.limits().commandTimeoutNanos() + Duration.ofMillis(500).toNanos();
    long end = System.nanoTime() + limit;
    boolean interrupted = Thread.interrupted(); // so that it is closed in order
    while (!delegates.all().isEmpty() && end - System.nanoTime() > 0) { // requests in flight
      LockSupport.parkNanos(1_000_000);
      interrupted |= Thread.interrupted();
    }
    engine.farewells().close(Math.max(0, end - System.nanoTime()));
    interrupted |= Thread.interrupted();
    engine.watchdog().close();
    engine.timers().close();
    engine.gateway().close();
    host.lastly().run();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What it takes to do what {@link #activities} shows, and to clean up; for tests. */
  public Footprint footprint() {
    return new Footprint(
        delegates.all().size(),
        engine.routes().size(),
        engine.watchdog().watched(),
        engine.farewells().count(),
        holds.threads());
  }

  @Override
  public String toString() {
    return "Holdfast[client " + host.clientId() + ", " + engine.gateway().server() + "]";
  }

  /** Exists before the engine does; what it hears by then concerns nobody. */
  private static final class LateListener implements GatewayListener {

    private volatile @Nullable Delegates delegates;

    @Override
    public void message(String channel, String text) {
      ifReady(ready -> ready.routes().message(channel, text));
    }

    @Override
    public void subscribed(String channel) {
      ifReady(ready -> ready.routes().subscribed(channel));
    }

    @Override
    public void unsubscribed(String channel) {
      ifReady(ready -> ready.routes().deaf(channel));
    }

    @Override
    public void reconnected() {
      ifReady(ready -> {
        ready.engine().farewells().reconnected();
        ready.all().forEach(Delegate::reconnected);
      });
    }

    private void ifReady(Consumer<Delegates> event) {
      Delegates ready = delegates;
      if (ready != null) {
        event.accept(ready);
      }
    }
  }
}
