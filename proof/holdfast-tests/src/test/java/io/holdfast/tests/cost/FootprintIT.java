package io.holdfast.tests.cost;

import static io.holdfast.testkit.Eventually.eventually;
import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.testkit.LeakCheck;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Connections, threads and memory of a client. */
class FootprintIT extends CostFixture {

  @Test
  void aClient_hasOneConnection_andASecondWhenSomebodyWaits() throws Exception {
    assertThat(server.connectionCount("alice")).isEqualTo(1);
    alices.acquire().close();
    assertThat(server.connectionCount("alice")).isEqualTo(1);
    Lease held = bobs.acquire(ENDLESS);
    CompletableFuture<Lease> waiting = alices.acquireAsync();
    eventually(() -> assertThat(server.connectionCount("alice")).isEqualTo(2));
    held.close();
    await(waiting).close();
    assertThat(server.connectionCount("alice")).isEqualTo(2);
    alice.close();
    eventually(() -> assertThat(server.connectionCount("alice")).isZero());
  }

  @Test
  void aClientAtWork_hasFourThreads_andNoneAfterwards() throws Exception {
    LeakCheck leaks = LeakCheck.start();
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (Holdfast carol = Holdfast.connect(server.uri());
        Lease held = bobs.acquire(ENDLESS);
        Lease own = carol.lock("sku:own").acquire()) {
      CompletableFuture<Lease> waiting = carol.lock(name).acquireAsync();
      eventually(() -> assertThat(server.channels()).hasSize(1));
      Set<Thread> added = new HashSet<>(Thread.getAllStackTraces().keySet());
      added.removeAll(before);
      List<String> names = added.stream()
          .map(Thread::getName)
          .filter(
              thread -> !thread.matches(
                  "(ForkJoinPool.commonPool|holdfast-callback|globalEventExecutor|process reaper|surefire).*"))
          .sorted()
          .toList();
      assertThat(names) // three of Lettuce, one of ours
          .hasSize(4)
          .anyMatch(thread -> thread.startsWith("holdfast-timer"))
          .filteredOn(thread -> thread.startsWith("lettuce-"))
          .hasSize(3);
      assertThat(own.isHeld()).isTrue();
      waiting.cancel(false);
    }
    leaks.assertNoThreads("holdfast-timer", "holdfast-callback", "lettuce", "netty");
  }

  @Test
  void twentyThousandNames_leaveNothingBehind() throws Exception {
    Set<Thread> before = ours();
    long memory = usedMemory();
    for (int batch = 0; batch < 20; batch++) {
      List<CompletableFuture<Lease>> futures = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        futures.add(bob.lock("async:" + batch + ":" + i).acquireAsync());
        bob.lock("thread:" + batch + ":" + i).lock();
      }
      for (int i = 0; i < 500; i++) {
        bob.lock("thread:" + batch + ":" + i).unlock();
      }
      releaseAll(awaitAll(futures));
    }
    assertIdle(bob);
    assertThat(server.keys()).isEmpty();
    assertThat(server.channels()).isEmpty();
    assertThat(ours()).isEqualTo(before);
    assertThat(server.connectionCount("bob")).isEqualTo(1);
    within(PATIENCE) // 20,000 entries of any kind would be megabytes
        .eventually(() -> assertThat(usedMemory() - memory).isLessThan(4 << 20));
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
