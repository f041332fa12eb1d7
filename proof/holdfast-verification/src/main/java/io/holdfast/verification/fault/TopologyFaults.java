package io.holdfast.verification.fault;

import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import io.holdfast.testkit.SlotMove;

/** What happens to who serves what. */
final class TopologyFaults {

  private static final int WAYS = 3;

  private TopologyFaults() {}

  static void failover(Scene scene) {
    scene.site().failover(scene.anyLock(), scene.random().nextInt(WAYS));
    scene.pass(0.5, 1);
  }

  static void promoteStale(Scene scene) {
    scene.site().promoteStale(scene.anyLock(), () -> scene.pass(0.3, 0.6));
    scene.pass(0.5, 1);
  }

  static void moveSlot(Scene scene) {
    ClusterGroup cluster = ((ClusterSite) scene.site()).group();
    int slot = ClusterGroup.slot(scene.anyLock());
    RedisServer from = cluster.nodeFor(slot);
    SlotMove move = cluster.moveSlot(slot, from, cluster.primaryOtherThan(from));
    move.begin();
    scene.pass(0.1, 0.3);
    move.migrateKeys();
    scene.pass(0.1, 0.3);
    move.migrateKeys();
    move.finish();
    cluster.awaitOk(); // before somebody else claims it
    scene.pass(0.2, 0.5);
  }
}
