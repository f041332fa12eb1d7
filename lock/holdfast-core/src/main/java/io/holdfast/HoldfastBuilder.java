package io.holdfast;

import io.holdfast.internal.HoldfastClient;
import io.holdfast.internal.Listeners;
import io.holdfast.internal.Settings;
import io.holdfast.internal.protocol.LockName;
import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.GatewayProvider;
import io.holdfast.spi.GatewaySettings;
import io.holdfast.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Settings of a client; every one has a default but the server's address. Not thread-safe. */
public final class HoldfastBuilder {

  private @Nullable GatewayFactory gateway;
  private String clientName = "holdfast";
  private String keyPrefix = "";
  private Duration leaseTime = Duration.ofSeconds(30);
  private @Nullable Duration commandTimeout;
  private Duration unavailableAfter = Duration.ofSeconds(10);
  private int handOvers = 64;
  private Duration handOverTime = Duration.ofMillis(50);
  private Duration holdWarning = Duration.ofMinutes(10);
  private GatewaySettings.PubSub pubSub = GatewaySettings.PubSub.AUTO;
  private final List<LockListener> listeners = new ArrayList<>();
  private @Nullable Executor executor;
  private Ticker ticker = Ticker.SYSTEM;

  HoldfastBuilder() {}

  /**
   * {@return this builder, for the server at that address}
   *
   * <ul>
   *   <li>{@code redis://[[user:]password@]host[:port][/database]}, {@code rediss://…} over TLS
   *   <li>{@code redis-sentinel://h1[:p],h2[:p]/[database]#primary}: sentinels
   *   <li>{@code redis-cluster://h1[:p],h2[:p]}, {@code rediss-cluster://…} over TLS
   *   <li>{@code redis-replicas://h1[:p],h2[:p][/database]}: a primary and its replicas without sentinel
   * </ul>
   *
   * @param uri one of these; another gateway on the class path may take others
   * @throws IllegalArgumentException if the URI is not understood, or no gateway is on the class path
   */
  public HoldfastBuilder uri(String uri) {
    if (uri == null) { // from callers that are not checked for null
      throw new IllegalArgumentException(
          "server URI is null: expected one such as redis://localhost:6379");
    }
    GatewayProvider provider = ServiceLoader.load(GatewayProvider.class)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(
                "no gateway to Redis on the class path: add the artifact io.holdfast:holdfast-lettuce"));
    return gateway(provider.forUri(uri));
  }

  /**
   * {@return this builder, with a gateway instead of a URI}
   *
   * @param gateway of your own, or on a client the application already has
   */
  public HoldfastBuilder gateway(GatewayFactory gateway) {
    this.gateway = gateway;
    return this;
  }

  /**
   * {@return this builder, with another name for the client} Default {@code holdfast}.
   *
   * @param clientName as {@code CLIENT LIST} shows it: printable ASCII without blanks
   */
  public HoldfastBuilder clientName(String clientName) {
    if (clientName.isBlank() || !clientName.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "client name '" + clientName
              + "' is not allowed: expected printable ASCII without blanks, as CLIENT SETNAME takes it");
    }
    this.clientName = clientName;
    return this;
  }

  /**
   * {@return this builder, with text before every name that is asked of the client} The full name is the lock's from
   * then on: its key on the server, in events, exceptions and {@link DistributedLock#name()}. Whoever is to share the
   * lock, Redisson included, names it in full. Default none: a lock's name is its key.
   *
   * @param keyPrefix such as {@code locks:shop:}
   * @throws IllegalArgumentException if it is blank but not empty, has a brace, or over 128 bytes of UTF-8
   */
  public HoldfastBuilder keyPrefix(String keyPrefix) {
    this.keyPrefix = LockName.checkPrefix(keyPrefix);
    return this;
  }

  /**
   * {@return this builder, with another lease time for renewed leases} Default 30 s.
   *
   * @param leaseTime how long a crashed holder blocks the others
   * @throws IllegalArgumentException under 10 ms or over 24 hours
   */
  public HoldfastBuilder leaseTime(Duration leaseTime) {
    LeaseOptions.checkLeaseTime(leaseTime, false);
    this.leaseTime = leaseTime;
    return this;
  }

  /**
   * {@return this builder, with another command timeout} Default 2 s or, if that is shorter, a quarter of the lease
   * time. It must be under a third of it, so that a renewal can be tried again; {@link #build()} refuses what is not.
   *
   * @param commandTimeout how long to wait for one reply
   * @throws IllegalArgumentException if zero or negative
   */
  public HoldfastBuilder commandTimeout(Duration commandTimeout) {
    this.commandTimeout = positive("command timeout", commandTimeout);
    return this;
  }

  /**
   * {@return this builder, with another end to waiting for a server that does not answer} Default 10 s.
   *
   * @param unavailableAfter after how long a caller gets {@link LockUnavailableException}; above zero
   */
  public HoldfastBuilder unavailableAfter(Duration unavailableAfter) {
    this.unavailableAfter = positive("unavailableAfter", unavailableAfter);
    return this;
  }

  /**
   * {@return this builder, with another budget for callers of the client that hand a lock to each other, before other
   * clients get their turn} Default 64 times or 50 ms.
   *
   * @param handOvers how often: up to 1023; 0 switches hand-over off
   * @param time for how long; not negative
   */
  public HoldfastBuilder handOverBudget(int handOvers, Duration time) {
    if (handOvers < 0 || handOvers > 1023) {
      throw new IllegalArgumentException(
          "hand-over budget " + handOvers + " is not allowed: expected 0 to 1023");
    }
    if (time.isNegative()) {
      throw new IllegalArgumentException("hand-over time " + time + " is negative");
    }
    this.handOvers = handOvers;
    this.handOverTime = time;
    return this;
  }

  /**
   * {@return this builder, with another age at which a renewed lease leaves a warning} Once, with the place that asked
   * for it where that is known: it may have been forgotten. Default 10 minutes. A leader is not warned of.
   *
   * @param holdWarning the age; zero for no warning
   * @throws IllegalArgumentException if negative
   */
  public HoldfastBuilder holdWarning(Duration holdWarning) {
    if (holdWarning.isNegative()) {
      throw new IllegalArgumentException(
          "hold warning " + holdWarning + " is not allowed: expected a duration, or zero for none");
    }
    this.holdWarning = holdWarning;
    return this;
  }

  /**
   * {@return this builder, with another kind of channels} Default: as Redisson chooses.
   *
   * @param pubSub the kind that carries wake-ups
   */
  public HoldfastBuilder pubSub(GatewaySettings.PubSub pubSub) {
    this.pubSub = pubSub;
    return this;
  }

  /**
   * {@return this builder, with one more listener} They are told in this order, and one that throws does not keep the
   * event from the others.
   *
   * @param listener is told what happens to the locks of the client
   */
  public HoldfastBuilder listener(LockListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * {@return this builder, with another executor} Default: threads of the client's own, of which there are as many as
   * callbacks that block.
   *
   * @param executor runs listeners and completes futures; never closed by us. If its threads are all busy, callers wait
   *     for their grants and holders for the news of a loss; what it refuses runs on the client's own threads.
   *     Its {@code execute} must not block, and what it has accepted it must run
   */
  public HoldfastBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  /**
   * {@return this builder, with another clock; for tests}
   *
   * @param ticker where time is read
   */
  public HoldfastBuilder ticker(Ticker ticker) {
    this.ticker = ticker;
    return this;
  }

  /**
   * {@return a client with these settings, connected}
   *
   * @throws IllegalArgumentException if no server was named, or settings contradict each other
   * @throws LockUnavailableException if the server cannot be reached
   * @throws ServerErrorException if the server refuses us
   */
  public Holdfast build() {
    if (gateway == null) {
      throw new IllegalArgumentException("no server named: call uri(…) or gateway(…) first");
    }
    return HoldfastClient.open(gateway, settings());
  }

  private Settings settings() {
    Duration third = leaseTime.dividedBy(3);
    Duration timeout = commandTimeout;
    if (timeout == null) {
      Duration quarter = leaseTime.dividedBy(4);
      timeout = quarter.compareTo(Duration.ofSeconds(2)) < 0 ? quarter : Duration.ofSeconds(2);
    } else if (timeout.compareTo(third) >= 0) {
      throw new IllegalArgumentException(
          "command timeout " + timeout + " is too long for a lease time of " + leaseTime
              + ": expected under a third of it, so that a renewal can be tried again");
    }
    return new Settings(
        clientName,
        keyPrefix,
        leaseTime,
        timeout,
        unavailableAfter,
        handOvers,
        handOverTime,
        holdWarning,
        pubSub,
        Listeners.of(listeners),
        executor,
        ticker);
  }

  private static Duration positive(String what, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(
          what + " " + value + " is not allowed: expected a positive duration");
    }
    return value;
  }
}
