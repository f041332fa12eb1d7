package io.holdfast.flashsale.path;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.accept.Replication;
import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Unknown;
import io.holdfast.flashsale.ladder.AcknowledgedRung;
import io.holdfast.flashsale.ladder.Rung;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.testkit.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Accepted only once a replica has it. */
class ReplicationIT {

  private static PurchaseAnswer buy(Rung rung, Sale sale, String user) {
    return rung.buy(new Purchase(sale, user, "first", 1))
        .toCompletableFuture()
        .orTimeout(10, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void accepted_onlyOnceAReplicaHasIt_elseNobodyKnows_andAskingAgainTells() {
    try (RedisServer primary = RedisServer.start();
        RedisServer replica = RedisServer.builder().replicaOf(primary).start();
        PathInstance bob = new PathInstance("bob", primary.uri())) {
      primary.awaitReplicas(1);
      RedisClient client = RedisClient.create(primary.uri());
      Rung rung = new AcknowledgedRung(
          bob.rung, new Replication(client.connect().async(), 1, Duration.ofMillis(500)));
      Sale sale = bob.sale(1000, 1);
      assertThat(buy(rung, sale, "ann")).isInstanceOf(Accepted.class);
      replica.pause();
      assertThat(buy(rung, sale, "ben")).isInstanceOf(Unknown.class);
      assertThat(buy(rung, sale, "ben")).as("accepted, but not there").isInstanceOf(Unknown.class);
      replica.resume();
      eventually(() -> assertThat(buy(rung, sale, "ben")).isInstanceOf(Accepted.class));
      primary.resetStats();
      List<CompletableFuture<PurchaseAnswer>> many = IntStream.range(0, 500)
          .mapToObj(
              i -> rung.buy(new Purchase(sale, "user-" + i, "first", 1)).toCompletableFuture())
          .toList();
      many.forEach(answer -> assertThat(answer.join()).isInstanceOf(Accepted.class));
      assertThat(primary.commandCalls("wait")).as("one question for many").isLessThan(250);
      client.shutdown();
    }
  }
}
