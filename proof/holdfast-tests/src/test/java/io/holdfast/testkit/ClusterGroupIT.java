package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClusterGroupIT {

  @Test
  void slot_ofKeysWithAndWithoutTag_isTheServersAnswer() {
    try (RedisServer server = RedisServer.builder().clusterNode("").start()) {
      for (String key :
          new String[] {"sku:42", "{a}b", "a{b}{c}", "{}x", "a}b", "a{", "käse", ""}) {
        assertThat(server.command("CLUSTER", "KEYSLOT", key)).as(key).isEqualTo((long)
            ClusterGroup.slot(key));
      }
    }
  }

  @Test
  void moveSlot_stepByStep_asksThenMoves() {
    try (ClusterGroup cluster = ClusterGroup.start()) {
      String key = "sku:42";
      RedisServer from = cluster.nodeFor(key);
      RedisServer to = cluster.primaryOtherThan(from);
      from.command("SET", key, "v");

      SlotMove move = cluster.moveSlot(ClusterGroup.slot(key), from, to);
      move.begin();
      assertThat(from.command("GET", key)).isEqualTo("v");
      assertThat(move.migrateKeys()).isEqualTo(1);
      assertThatThrownBy(() -> from.command("GET", key)).hasMessageStartingWith("ASK ");
      move.finish();
      assertThatThrownBy(() -> from.command("GET", key)).hasMessageStartingWith("MOVED ");
      assertThat(to.command("GET", key)).isEqualTo("v");
      cluster.awaitOk();
      assertThat(cluster.nodeFor(key)).isSameAs(to);
      assertThat(cluster.uri())
          .startsWith("redis-cluster://127.0.0.1:" + cluster.nodes().get(0).port() + ",");
    }
  }

  @Test
  void failoverAndKill_withReplicas_changeThePrimary() {
    try (ClusterGroup cluster = ClusterGroup.start(1)) {
      String key = "sku:42";
      RedisServer first = cluster.nodeFor(key);
      RedisServer second = cluster.failover(key);
      assertThat(second).isNotSameAs(first);
      assertThat(second.command("SET", key, "v")).isEqualTo("OK");

      assertThat(cluster.killPrimaryOf(key)).isSameAs(second);
      assertThat(cluster.awaitPrimaryOtherThan(second, key)).isSameAs(first);
      second.restart();
      cluster.awaitOk();
    }
  }
}
