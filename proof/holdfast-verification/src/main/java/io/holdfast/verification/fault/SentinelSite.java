package io.holdfast.verification.fault;

import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RedisServerBuilder;
import io.holdfast.testkit.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A primary, two replicas and three sentinels. */
final class SentinelSite extends Site {

  private static final int REPLICAS = 2;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final SentinelGroup group;

  SentinelSite(Consumer<RedisServerBuilder> settings, boolean failsOver) {
    this.group = SentinelGroup.start(REPLICAS, settings);
    if (!failsOver) {
      group.setPatience(PATIENCE);
    }
  }

  @Override
  Topology topology() {
    return Topology.SENTINEL;
  }

  @Override
  String directUri() {
    return group.uri();
  }

  @Override
  List<RedisServer> everybody() {
    return Stream.concat(group.servers().stream(), group.sentinels().stream()).toList();
  }

  @Override
  List<RedisServer> servers() {
    return group.servers();
  }

  @Override
  RedisServer primaryOf(String lock) {
    return group.primary();
  }

  /** Asked for; after a kill; or after a stop, from which the old primary wakes up as one. */
  @Override
  void failover(String lock, int way) {
    settle();
    RedisServer old = group.primary();
    switch (way) {
      case 0 -> group.failover();
      case 1 -> {
        old.kill();
        group.awaitPrimaryOtherThan(old);
      }
      default -> {
        old.pause();
        group.awaitPrimaryOtherThan(old);
        old.resume();
      }
    }
    settle();
  }

  /** Both replicas stand still, and what the primary would send them is thrown away. */
  @Override
  void promoteStale(String lock, Runnable meanwhile) {
    settle();
    RedisServer old = group.primary();
    List<RedisServer> replicas =
        servers().stream().filter(server -> server != old).toList();
    StaleReplica.make(old, replicas, lock, meanwhile);
    RedisServer successor = group.failover();
    StaleReplica.check(successor, lock);
    settle();
  }

  /** Makes everybody else a replica of the primary, as the sentinels would some seconds later. */
  private void settle() {
    servers().stream().filter(server -> !server.isAlive()).forEach(RedisServer::restart);
    Eventually.within(LIMIT).eventually("all replicas are in step", () -> {
      RedisServer primary = group.primary();
      return servers().stream()
          .filter(server -> server != primary)
          .map(server -> follows(server, primary))
          .reduce(true, Boolean::logicalAnd);
    });
  }

  private static boolean follows(RedisServer server, RedisServer primary) {
    if (!server.info("replication", "master_port").equals(Integer.toString(primary.port()))) {
      server.command("REPLICAOF", "127.0.0.1", Integer.toString(primary.port()));
    }
    return server.info("replication", "master_link_status").equals("up");
  }

  @Override
  public List<String> keys() {
    return group.primary().keys();
  }

  @Override
  public void close() {
    super.close();
    group.close();
  }
}
