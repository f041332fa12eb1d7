package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Callers who want different numbers of replicas, none of which is there: each is to be told so. */
class MixedAcknowledgementIT {

  @Test
  void acquire_manyNumbersOfReplicasNoneThere_everybodyIsToldHowManyThereWere() throws Exception {
    try (RedisServer server = RedisServer.start();
        Holdfast client = Holdfast.connect(server.uri())) {
      // The server does not know the scripts yet: each is asked for twice, and WAIT is waited out
      // both times.
      List<CompletableFuture<Throwable>> all = new ArrayList<>();
      for (int i = 1; i <= 6; i++) {
        DistributedLock lock = client.lock("lock-" + i).acknowledgedBy(i);
        CompletableFuture<Lease> asked = lock.acquireAsync();
        all.add(asked.handle((lease, failure) -> failure));
      }
      for (CompletableFuture<Throwable> one : all) {
        assertThat(one.get(60, TimeUnit.SECONDS)).isInstanceOf(NotAcknowledgedException.class);
      }
    }
  }
}
