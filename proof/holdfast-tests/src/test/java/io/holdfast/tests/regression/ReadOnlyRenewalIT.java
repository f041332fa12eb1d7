package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.testkit.Eventually;
import io.holdfast.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An operator swaps the roles of two servers; the only one who talks to them is a holder's watchdog. */
class ReadOnlyRenewalIT {

  @Test
  void rolesSwappedByHand_holderOnlyRenews_findsTheNewPrimary() throws Exception {
    afterTheSwap(client -> {});
  }

  /** The control: an acquire, whose error reply is a whole one, finds it for both. */
  @Test
  void rolesSwappedByHand_somebodyAcquiresToo_findsTheNewPrimary() throws Exception {
    afterTheSwap(client -> {
      CompletableFuture<Lease> unused = client.lock("other").acquireAsync();
    });
  }

  private static void afterTheSwap(Consumer<Holdfast> meanwhile) throws Exception {
    try (RedisServer first = RedisServer.start();
        RedisServer second = RedisServer.builder().replicaOf(first).start()) {
      first.awaitReplicas(1);
      try (Holdfast client = Holdfast.builder()
          .uri("redis-replicas://127.0.0.1:" + first.port() + ",127.0.0.1:" + second.port())
          .commandTimeout(Duration.ofMillis(500))
          .leaseTime(Duration.ofSeconds(6))
          .build()) {
        Lease lease = client.lock("job").acquire();
        CompletableFuture<LeaseLoss> lost = lease.lost().toCompletableFuture();
        Eventually.eventually("replicated", () -> second.keys().contains("job"));
        second.command("REPLICAOF", "NO", "ONE");
        first.command("REPLICAOF", "127.0.0.1", Integer.toString(second.port()));
        meanwhile.accept(client);
        long before = second.commandCalls("evalsha") + second.commandCalls("eval");
        Eventually.within(Duration.ofSeconds(14))
            .eventually(
                "renewed twice at the new primary, or lost",
                () -> lost.isDone()
                    || second.commandCalls("evalsha") + second.commandCalls("eval") >= before + 3);
        assertThat(lost).as("the new primary has known the lock all the time").isNotDone();
      }
    }
  }
}
