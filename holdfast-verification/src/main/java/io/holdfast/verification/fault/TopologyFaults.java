package io.holdfast.verification.fault;

import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SentinelGroup;
import io.holdfast.testkit.SlotMove;
import java.time.Duration;

/** What happens to who serves what. */
final class TopologyFaults {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private TopologyFaults() {}

  static void failover(Scene scene) {
    boolean isKilled = scene.random().nextBoolean();
    if (scene.site().isCluster()) {
      failover(scene.site().cluster(), scene.anyLock(), isKilled);
    } else {
      failover(scene.site().sentinels(), isKilled);
    }
    scene.pass(0.5, 1);
  }

  private static void failover(ClusterGroup cluster, String lock, boolean isKilled) {
    if (isKilled) {
      RedisServer old = cluster.killPrimaryOf(lock);
      cluster.awaitPrimaryOtherThan(old, lock);
      old.restart();
      awaitReplica(old);
    } else {
      RedisServer old = cluster.nodeFor(lock);
      cluster.failover(lock);
      awaitReplica(old);
    }
  }

  private static void failover(SentinelGroup group, boolean isKilled) {
    RedisServer old = group.primary();
    if (isKilled) {
      old.kill();
    } else {
      group.failover();
    }
    follow(group, old);
  }

  /** The replica is stopped while grants go on, then left alone with what it knows. */
  static void promoteStale(Scene scene) {
    SentinelGroup group = scene.site().sentinels();
    RedisServer old = group.primary();
    RedisServer replica =
        group.servers().stream().filter(server -> server != old).findFirst().orElseThrow();
    replica.pause();
    scene.pass(0.3, 0.6);
    old.kill();
    replica.resume();
    follow(group, old);
    scene.pass(0.5, 1);
  }

  static void moveSlot(Scene scene) {
    ClusterGroup cluster = scene.site().cluster();
    int slot = ClusterGroup.slot(scene.anyLock());
    RedisServer from = cluster.nodeFor(slot);
    SlotMove move = cluster.moveSlot(slot, from, cluster.primaryOtherThan(from));
    move.begin();
    scene.pass(0.1, 0.3);
    move.migrateKeys();
    scene.pass(0.1, 0.3);
    move.migrateKeys();
    move.finish();
    scene.pass(0.2, 0.5);
  }

  /** Makes the old primary a replica of the new one, as the sentinels would some seconds later. */
  private static void follow(SentinelGroup group, RedisServer old) {
    RedisServer successor = group.awaitPrimaryOtherThan(old);
    if (!old.isAlive()) {
      old.restart();
    }
    old.command("REPLICAOF", "127.0.0.1", Integer.toString(successor.port()));
    awaitReplica(old);
  }

  private static void awaitReplica(RedisServer server) {
    Eventually.within(LIMIT)
        .eventually(
            "127.0.0.1:" + server.port() + " is a replica in step",
            () -> server.info("replication", "role").equals("slave")
                && server.info("replication", "master_link_status").equals("up"));
  }
}
