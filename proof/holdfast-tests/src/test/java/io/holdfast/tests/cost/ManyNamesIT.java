package io.holdfast.tests.cost;

import static io.holdfast.testkit.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** There is no limit on contended names but memory. */
@Tag("thorough") // ManyContendedNamesIT is the shorter form
class ManyNamesIT extends CostFixture {

  private static final int NAMES = 10_000;

  /** Ten thousand requests at once: the last has to wait for its answer. */
  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.commandTimeout(Duration.ofSeconds(9));
  }

  @Test
  void tenThousandNamesContendedAtOnce_areAllServed_andForgotten() throws Exception {
    List<CompletableFuture<Lease>> bobsFutures = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      bobsFutures.add(bob.lock("sku:" + i).acquireAsync(ENDLESS));
    }
    List<Lease> held = awaitAll(bobsFutures);
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      waiting.add(alice.lock("sku:" + i).acquireAsync(ENDLESS));
    }
    within(PATIENCE).eventually(() -> assertThat(server.channels()).hasSize(NAMES));
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    assertThat(server.connectionCount("alice")).isEqualTo(2);
    releaseAll(held);
    releaseAll(awaitAll(waiting));
    assertIdle(alice); // subscriptions are kept for 5 s
    within(PATIENCE).eventually(() -> assertThat(server.channels()).isEmpty());
    assertThat(server.keys()).isEmpty();
  }
}
