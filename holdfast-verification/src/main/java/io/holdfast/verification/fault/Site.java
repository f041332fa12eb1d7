package io.holdfast.verification.fault;

import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.FaultProxy;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The servers of a campaign, and what stands between them and the clients. */
public final class Site implements AutoCloseable {

  private final List<FaultProxy> proxies = new ArrayList<>();
  private final Optional<RedisServer> single;
  private final Optional<SentinelGroup> sentinels;
  private final Optional<ClusterGroup> cluster;

  private Site(
      Optional<RedisServer> single,
      Optional<SentinelGroup> sentinels,
      Optional<ClusterGroup> cluster) {
    this.single = single;
    this.sentinels = sentinels;
    this.cluster = cluster;
  }

  /** Starts the servers, for that many clients. */
  public static Site start(Topology topology, boolean isPersistent, int clients) {
    switch (topology) {
      case SENTINEL -> {
        return new Site(Optional.empty(), Optional.of(SentinelGroup.start()), Optional.empty());
      }
      case CLUSTER -> {
        return new Site(Optional.empty(), Optional.empty(), Optional.of(ClusterGroup.start(1)));
      }
      case STANDALONE -> {
        RedisServer server =
            isPersistent ? RedisServer.builder().persistent().start() : RedisServer.start();
        Site site = new Site(Optional.of(server), Optional.empty(), Optional.empty());
        for (int i = 0; i < clients; i++) {
          site.proxies.add(FaultProxy.to(server));
        }
        return site;
      }
    }
    throw new IllegalArgumentException("no servers for " + topology);
  }

  /** What the client of that number connects to. */
  public String uri(int client) {
    return single
        .map(server -> proxies.get(client).uri())
        .or(() -> sentinels.map(SentinelGroup::uri))
        .or(() -> cluster.map(ClusterGroup::uri))
        .orElseThrow();
  }

  /** The one server. */
  RedisServer server() {
    return single.orElseThrow();
  }

  /** The proxy before the client of that number. */
  FaultProxy proxy(int client) {
    return proxies.get(client);
  }

  SentinelGroup sentinels() {
    return sentinels.orElseThrow();
  }

  ClusterGroup cluster() {
    return cluster.orElseThrow();
  }

  boolean isCluster() {
    return cluster.isPresent();
  }

  /** Ends every fault of the network. */
  public void heal() {
    proxies.forEach(FaultProxy::heal);
  }

  /** Every key on a server that takes writes. */
  public List<String> keys() {
    List<RedisServer> servers = single
        .map(List::of)
        .or(() -> sentinels.map(group -> List.of(group.primary())))
        .orElseGet(() -> cluster().nodes());
    return servers.stream()
        .filter(RedisServer::isAlive)
        .filter(server -> server.info("replication", "role").equals("master"))
        .flatMap(server -> server.keys().stream())
        .toList();
  }

  /** Ends all processes. */
  @Override
  public void close() {
    proxies.forEach(FaultProxy::close);
    single.ifPresent(RedisServer::close);
    sentinels.ifPresent(SentinelGroup::close);
    cluster.ifPresent(ClusterGroup::close);
  }
}
