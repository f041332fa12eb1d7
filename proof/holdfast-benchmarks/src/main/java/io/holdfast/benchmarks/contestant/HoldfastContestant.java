package io.holdfast.benchmarks.contestant;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Holdfast by thread, as {@code java.util.concurrent} has it. */
final class HoldfastContestant implements Contestant {

  private final Holdfast client;
  private final int replicas;

  /**
   * @param replicas how many are to acknowledge each grant
   */
  HoldfastContestant(String uri, long leaseMillis, boolean handsOver, int replicas) {
    this.replicas = replicas;
    HoldfastBuilder builder = Holdfast.builder().uri(uri).leaseTime(Duration.ofMillis(leaseMillis));
    if (!handsOver) {
      builder.handOverBudget(0, Duration.ZERO);
    }
    this.client = builder.build();
  }

  @Override
  public PeerLock lock(String name) {
    return PeerLock.of(client.lock(name).acknowledgedBy(replicas));
  }

  @Override
  public CompletionStage<?> hold(String name) {
    return client.lock(name).acknowledgedBy(replicas).acquireAsync();
  }

  @Override
  public void close() {
    client.close();
  }
}
