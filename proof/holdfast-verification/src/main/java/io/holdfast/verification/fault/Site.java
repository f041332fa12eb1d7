package io.holdfast.verification.fault;

import io.holdfast.testkit.FaultNetwork;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.MovableClock;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RedisServerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The servers of a campaign, and the network between them and the clients: every client has a proxy of its own
 * before every server. Not thread-safe.
 */
public abstract class Site implements AutoCloseable {

  /** No silence of ours lasts as long: nobody fails over unless the fault is about that. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<FaultNetwork> networks = new ArrayList<>();
  private Duration latestClock = Duration.ZERO;

  /** Starts the servers, as the fault needs them, for that many clients. */
  public static Site start(Topology topology, Fault fault, int clients) {
    Consumer<RedisServerBuilder> settings = server -> {
      if (fault.needsPersistence()) {
        server.persistent();
      }
      if (fault.needsMovableClock()) {
        server.movableClock();
      }
    };
    Site site = switch (topology) {
      case STANDALONE -> new StandaloneSite(settings);
      case SENTINEL -> new SentinelSite(settings, fault.needsFailover());
      case CLUSTER -> new ClusterSite(settings, fault.needsFailover());
    };
    for (int i = 0; i < clients; i++) {
      site.networks.add(FaultNetwork.to(site.everybody()));
    }
    return site;
  }

  /** How the servers are arranged. */
  abstract Topology topology();

  /** Where clients would connect, were there no proxies. */
  abstract String directUri();

  /** Every server a client may connect to. */
  abstract List<RedisServer> everybody();

  /** The servers that have locks, or copies of them. */
  abstract List<RedisServer> servers();

  /** The server that grants that lock, now. */
  abstract RedisServer primaryOf(String lock);

  /** Makes a replica the primary of that lock, in a way of its choice. */
  abstract void failover(String lock, int way);

  /** Makes a replica the primary of that lock that has missed everything since {@code meanwhile} began. */
  abstract void promoteStale(String lock, Runnable meanwhile);

  /** What the client of that number connects to. */
  public final String uri(int client) {
    return networks.get(client).uri(directUri());
  }

  /** A client's way to the server of a lock, or all it has. */
  final List<FaultProxy> lines(int client, Optional<String> lock) {
    FaultNetwork network = networks.get(client);
    return lock.map(name -> List.of(network.proxy(primaryOf(name)))).orElseGet(network::proxies);
  }

  /** Moves the clock of a server. */
  final void moveClock(RedisServer server, Duration ahead) {
    server.clock().set(ahead);
    latestClock = latestClock.compareTo(ahead) < 0 ? ahead : latestClock;
  }

  /**
   * Ends every fault that would last. Clocks that were moved agree again, at the latest time that any of them has
   * shown: no key lives longer for it.
   */
  public final void heal() {
    networks.forEach(FaultNetwork::heal);
    if (!latestClock.isZero()) {
      servers().stream().map(RedisServer::clock).forEach(clock -> clock.set(latestClock));
    }
  }

  /** Every key on a server that takes writes. */
  public List<String> keys() {
    return servers().stream()
        .filter(RedisServer::isAlive)
        .filter(server -> server.info("replication", "role").equals("master"))
        .flatMap(server -> server.keys().stream())
        .toList();
  }

  /** Ends all processes. */
  @Override
  public void close() {
    networks.forEach(FaultNetwork::close);
  }

  /** Whether {@link Fault#needsMovableClock()} can be had here. */
  static boolean hasMovableClock() {
    return MovableClock.library().isPresent();
  }
}
