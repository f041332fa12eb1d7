package io.holdfast.tests.cost;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Commands on the wire for a hundred callers of one client. */
class QueuedCallersIT extends CostFixture {

  private static final int CROWD = 100;

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.handOverBudget(
        64, Duration.ofHours(1)); // as many as by default, however slow we are
  }

  @Test
  void handOver_insideAClient_isNoCommand() throws Exception {
    Lease first = alices.acquire();
    List<CompletableFuture<Lease>> crowd = crowd(60);
    traffic.clear();
    Set<Long> tokens = new HashSet<>();
    Lease last = first;
    for (CompletableFuture<Lease> next : crowd) {
      last.close();
      last = await(next);
      tokens.add(last.token());
    }
    assertThat(tokens).hasSize(60);
    assertThat(traffic.commands()).isEmpty();
    last.close();
    assertThat(traffic.names()).containsExactly("EVALSHA");
  }

  @Test
  void aHundredQueuedCallers_areThreeCommands() throws Exception {
    Lease first = alices.acquire();
    List<Thread> threads = new ArrayList<>();
    AtomicInteger served = new AtomicInteger();
    for (int i = 1; i < CROWD; i++) {
      Thread thread = new Thread(() -> {
        alices.lock();
        served.incrementAndGet();
        alices.unlock();
      });
      thread.start();
      threads.add(thread);
    }
    eventually(
        () -> assertThat(threads).allMatch(thread -> thread.getState() == Thread.State.WAITING));
    first.close();
    for (Thread thread : threads) {
      thread.join(PATIENCE.toMillis());
    }
    assertThat(served).hasValue(CROWD - 1);
    // acquire; after 64 hand-overs a yield, which goes on in place; release
    assertThat(traffic.names()).containsExactly("EVALSHA", "EVALSHA", "EVALSHA");
  }

  @Test
  void aWaitingCrowd_costsWhatOneWaiterCosts() throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    List<CompletableFuture<Lease>> waiting = crowd(CROWD);
    List<String> asleep = List.of("EVALSHA", "SUBSCRIBE", "EVALSHA");
    eventually(() -> assertThat(traffic.names()).isEqualTo(asleep));
    traffic.clear();
    held.close();
    for (CompletableFuture<Lease> next : waiting) {
      await(next).close();
    }
    // acquire; one yield after 64 hand-overs; release
    assertThat(traffic.names()).containsExactly("EVALSHA", "EVALSHA", "EVALSHA");
  }

  @Test
  void contendedNames_areSubscribedToOnceEach_overOneConnection() throws Exception {
    List<Lease> held = new ArrayList<>();
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      held.add(bob.lock("sku:" + i).acquire(ENDLESS));
    }
    for (int i = 0; i < CROWD; i++) {
      waiting.add(alice.lock("sku:" + i % 5).acquireAsync(ENDLESS));
    }
    eventually(() -> assertThat(server.channels()).hasSize(5));
    for (String channel : server.channels()) {
      assertThat(server.command("PUBSUB", "NUMSUB", channel)).isEqualTo(List.of(channel, 1L));
    }
    assertThat(server.commandCalls("subscribe")).isLessThanOrEqualTo(5);
    assertThat(server.connectionCount("alice")).isEqualTo(2);
    waiting.forEach(future -> future.cancel(false));
    releaseAll(held);
  }

  /** A lease of a fixed length fits into a tenure that was just renewed for it: one command, not a loop. */
  @Test
  void handOver_betweenFixedLeasesOfOneLength_isOneRenewal() throws Exception {
    LeaseOptions fixed = LeaseOptions.fixed(Duration.ofMinutes(30));
    Lease first = alices.acquire(fixed);
    CompletableFuture<Lease> second = alices.acquireAsync(fixed);
    traffic.clear();
    first.close();
    Lease lease = await(second);
    assertThat(traffic.names()).containsExactly("EVAL");
    lease.close();
  }

  private List<CompletableFuture<Lease>> crowd(int size) {
    return IntStream.range(0, size).mapToObj(i -> alices.acquireAsync()).toList();
  }
}
