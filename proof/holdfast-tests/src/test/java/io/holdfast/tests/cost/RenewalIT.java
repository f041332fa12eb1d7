package io.holdfast.tests.cost;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Commands on the wire for many held locks. */
class RenewalIT extends CostFixture {

  private static final int LOCKS = 1_000;
  private static final int MOST_NAMES = 500;
  private static final Duration LOOK = Duration.ofMillis(200);

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.leaseTime(Duration.ofSeconds(6)); // a pass every 2 s
  }

  @Test
  void aThousandHeldLocks_areRenewedFiveHundredACall() throws Exception {
    long began = System.nanoTime();
    List<CompletableFuture<Lease>> futures = new ArrayList<>();
    for (int i = 0; i < LOCKS; i++) {
      futures.add(alice.lock("sku:" + i).acquireAsync());
    }
    List<Lease> leases = awaitAll(futures);
    int straddled = 1 + (int) ((System.nanoTime() - began) / LOOK.toNanos());
    Set<Thread> threads = ours();
    traffic.clear();
    within(PATIENCE)
        .eventually(() -> assertThat(renewals().stream().mapToInt(Set::size).sum())
            .isGreaterThanOrEqualTo(LOCKS));
    List<Set<String>> pass = renewals();
    Set<String> names = new HashSet<>();
    pass.forEach(names::addAll);
    assertThat(names).as("each was renewed").hasSize(LOCKS);
    assertThat(pass).allMatch(call -> call.size() <= MOST_NAMES);
    // Two calls when all are due in one look; one more for each that the acquires straddled: e.g.
    // 600 + 400.
    assertThat(pass).hasSizeBetween(LOCKS / MOST_NAMES, LOCKS / MOST_NAMES + straddled);
    assertThat(traffic.names()).as("and nothing else was sent").hasSize(pass.size());
    assertThat(ours()).as("no thread for a renewal").isEqualTo(threads);
    assertThat(leases).allMatch(Lease::isHeld);
    releaseAll(leases);
    assertIdle(alice);
    assertThat(server.keys()).isEmpty();
  }

  /** The names in each renewal. */
  private List<Set<String>> renewals() {
    return traffic.commands().stream()
        .map(command -> Arrays.stream(command.split(" ", -1))
            .filter(word -> word.startsWith("sku:"))
            .collect(Collectors.toSet()))
        .toList();
  }
}
