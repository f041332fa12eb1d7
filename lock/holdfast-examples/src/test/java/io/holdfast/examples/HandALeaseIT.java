package io.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Holdfast;
import io.holdfast.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandALeaseIT {

  @Test
  void leases_usedOnAnotherThread_neverOverlapAndAreReleasedThere() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try (RedisServer server = RedisServer.start();
        Holdfast holdfast = Holdfast.connect(server.uri())) {
      DistributedLock lock = holdfast.lock("order:7");
      AtomicInteger inside = new AtomicInteger();
      Set<Integer> seenInside = ConcurrentHashMap.newKeySet();
      List<CompletableFuture<Long>> jobs = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        jobs.add(HandALease.run(lock, workers, lease -> {
          seenInside.add(inside.incrementAndGet());
          lease.ensureHeld();
          inside.decrementAndGet();
          return lease.token();
        }));
      }

      List<Long> tokens = new ArrayList<>();
      for (CompletableFuture<Long> job : jobs) {
        tokens.add(job.get(10, TimeUnit.SECONDS));
      }

      assertThat(tokens).doesNotHaveDuplicates().isSorted();
      assertThat(seenInside).containsExactly(1);
      assertThat(lock.isLocked()).isFalse();
    } finally {
      workers.shutdownNow();
    }
  }
}
