package io.holdfast.verification.fault;

import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.RedisServerBuilder;
import java.util.List;
import java.util.function.Consumer;

/** Three primaries with a replica each. */
final class ClusterSite extends Site {

  private final ClusterGroup group;

  ClusterSite(Consumer<RedisServerBuilder> settings, boolean failsOver) {
    this.group = ClusterGroup.start(1, settings);
    if (!failsOver) {
      group.setPatience(PATIENCE);
    }
  }

  ClusterGroup group() {
    return group;
  }

  @Override
  Topology topology() {
    return Topology.CLUSTER;
  }

  @Override
  String directUri() {
    return group.uri();
  }

  @Override
  List<RedisServer> everybody() {
    return group.nodes();
  }

  @Override
  List<RedisServer> servers() {
    return group.nodes();
  }

  @Override
  RedisServer primaryOf(String lock) {
    return group.nodeFor(lock);
  }

  /** Asked for, or after a kill. */
  @Override
  void failover(String lock, int way) {
    settle();
    if (way == 0) {
      group.failover(lock);
    } else {
      RedisServer old = group.killPrimaryOf(lock);
      group.awaitPrimaryOtherThan(old, lock);
    }
    settle();
  }

  /** The replica stands still, what the primary would send it is thrown away, and then it need not ask. */
  @Override
  void promoteStale(String lock, Runnable meanwhile) {
    settle();
    RedisServer old = group.nodeFor(lock);
    RedisServer replica = group.replicaFor(lock);
    StaleReplica.make(old, List.of(replica), lock, meanwhile);
    replica.command("CLUSTER", "FAILOVER", "TAKEOVER");
    group.awaitPrimaryOtherThan(old, lock);
    StaleReplica.check(replica, lock);
    settle();
  }

  private void settle() {
    servers().stream().filter(server -> !server.isAlive()).forEach(RedisServer::restart);
    group.awaitOk();
  }

  @Override
  public void close() {
    super.close();
    group.close();
  }
}
