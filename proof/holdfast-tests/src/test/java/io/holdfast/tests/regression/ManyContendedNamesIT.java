package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * 250 contended names exhaust a pool of subscriptions; whoever waits for the 251st lock gets “Unable to acquire
 * subscription lock after 7500ms” (redisson#1466 … #7264).
 */
class ManyContendedNamesIT extends RegressionStory {

  @Test
  void aThousandContendedNames_areAllListenedToAndServed() throws Exception {
    List<String> names = IntStream.range(0, 1_000).mapToObj(i -> "sku:" + i).toList();
    List<CompletableFuture<Lease>> held = new ArrayList<>();
    names.forEach(each -> held.add(bob.lock(each).acquireAsync(ENDLESS)));
    for (CompletableFuture<Lease> lease : held) {
      await(lease);
    }
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    names.forEach(each -> waiting.add(alice.lock(each).acquireAsync(ENDLESS)));
    eventually(() -> assertThat(server.channels()).hasSize(names.size()));
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    assertThat(server.connectionCount("alice")).isEqualTo(2);
    for (CompletableFuture<Lease> lease : held) {
      await(await(lease).releaseAsync());
    }
    for (CompletableFuture<Lease> lease : waiting) {
      await(await(lease).releaseAsync());
    }
  }
}
