package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.testkit.ClusterGroup;
import io.holdfast.testkit.RedisServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * One shard of a cluster stops answering. The renewal of all locks fails with it, those of the healthy shards
 * included, and they are lost in silence (Redisson). On one server, one spoilt key does the same.
 */
class FailingShardStopsHealthyRenewalsIT extends RegressionStory {

  @Test
  void aSilentNode_losesItsOwnLocks_andNoOther() throws Exception {
    try (ClusterGroup group = ClusterGroup.start()) {
      for (RedisServer node : group.nodes()) { // the others go on serving their slots
        node.command("CONFIG", "SET", "cluster-require-full-coverage", "no");
        node.command("CONFIG", "SET", "cluster-node-timeout", "60000");
      }
      RedisServer failing = group.nodeFor("sick");
      List<String> healthy = IntStream.range(0, 100)
          .mapToObj(i -> "well:" + i)
          .filter(lock -> group.nodeFor(lock) != failing)
          .limit(20)
          .toList();
      try (Holdfast carol =
          settings(Holdfast.builder().uri(group.uri()).listener(events::add)).build()) {
        Lease sick = carol.lock("sick").acquire();
        List<Lease> well = healthy.stream()
            .map(lock -> carol.lock(lock).tryAcquire().orElseThrow())
            .toList();
        failing.pause();
        try {
          assertThat(await(sick.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
          awaitRenewalOfEach(well); // after the sick one had been given up
          assertThat(well).allMatch(Lease::isHeld);
        } finally {
          failing.resume();
        }
        well.forEach(Lease::close); // throws if one was lost
      }
    }
  }

  @Test
  void aSpoiltKey_doesNotStarveTheOthersOfItsCall() throws Exception {
    Lease spoilt = alices.acquire();
    List<Lease> well = IntStream.range(0, 20)
        .mapToObj(i -> alice.lock("well:" + i).tryAcquire().orElseThrow())
        .toList();
    server.command("SET", name, "foreign");
    Reason reason = await(spoilt.lost()).reason();
    assertThat(reason).isIn(Reason.RENEWAL_REFUSED, Reason.DEADLINE_PASSED);
    awaitRenewalOfEach(well);
    well.forEach(Lease::close);
    assertThat(server.command("GET", name)).isEqualTo("foreign");
    server.command("DEL", name);
  }
}
