package io.holdfast.flashsale.path;

import static io.holdfast.flashsale.path.SaleStory.awaitWritten;
import static io.holdfast.flashsale.path.SaleStory.standing;
import static io.holdfast.flashsale.path.SaleStory.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.KeySpace;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.order.GiveBack;
import io.holdfast.flashsale.reconcile.Reconciliation;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.writer.Writers;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.SentinelGroup;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The whole path on a cluster, and behind sentinels. */
class TopologyIT {

  @Test
  void cluster_salesOfAllNodes_acceptWriteGiveBackAndRebuild() {
    try (ClusterGroup cluster = ClusterGroup.start();
        PathInstance alice = new PathInstance("alice", cluster.uri());
        Writers writers = new Writers(alice.surroundings, false)) {
      List<Sale> sales =
          List.of(alice.sale(50, 1), alice.sale(50, 1), alice.sale(50, 1), alice.sale(50, 1));
      Set<Integer> ports = new HashSet<>();
      sales.forEach(
          sale -> ports.add(cluster.nodeFor(new KeySpace(sale.id()).sale()).port()));
      assertThat(ports).as("not all on one node").hasSizeGreaterThan(1);
      writers.start();
      sales.forEach(sale -> everything(alice, sale));
    }
  }

  @Test
  void sentinel_acceptWriteGiveBackAndRebuild() {
    try (SentinelGroup sentinels = SentinelGroup.start();
        PathInstance alice = new PathInstance("alice", sentinels.uri());
        Writers writers = new Writers(alice.surroundings, false)) {
      writers.start();
      everything(alice, alice.sale(50, 1));
    }
  }

  private static void everything(PathInstance alice, Sale sale) {
    alice.buyers(sale, 60);
    awaitWritten(alice, sale, 50);
    OrderId first = firstOrder(sale);
    String user = Database.jdbc()
        .sql("select user_id from orders where id = ?")
        .param(first.value())
        .query(String.class)
        .single();
    alice.orders.cancel(first, user);
    new GiveBack(Database.pool(), alice.memory, Duration.ofHours(1)).sweep();
    assertThat(standing(alice, sale).available()).isEqualTo(1);
    assertThat(alice
            .memory
            .answered(sale.id(), ScanCursor.INITIAL)
            .toCompletableFuture()
            .join()
            .getMap())
        .isNotEmpty();
    alice.keeper.restock(sale.id(), 20);
    assertThat(standing(alice, sale).available()).isEqualTo(21);
    alice.keeper.pause(sale.id(), "repair");
    assertThat(alice.reconciler.repair(sale.id()).difference()).isZero();
    new Reconciliation(alice.surroundings, alice.memory, Duration.ofHours(1)).round();
    Sale opened = alice.keeper.open(sale.id());
    alice.buyers(opened, 60); // fifty of them again
    awaitWritten(alice, sale, 60);
    assertThat(verdict(alice, sale, 60).word()).isEqualTo("EXACT");
    alice.keeper.close(sale.id());
  }

  private static OrderId firstOrder(Sale sale) {
    return new OrderId(Database.jdbc()
        .sql("select id from orders where sale_id = ? order by id limit 1")
        .param(sale.id())
        .query(java.util.UUID.class)
        .single());
  }
}
