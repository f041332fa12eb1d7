package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.benchmarks.scenario.PairsEntry.Shape;
import io.holdfast.testkit.RedisServer;

/** Pairs on a primary with one replica, both this entrant's own: the run's server has none. */
final class ReplicatedEntry implements Entry {

  private final RedisServer primary;
  private final RedisServer replica;
  private final ServerStats stats;
  private final PairsEntry pairs;

  ReplicatedEntry(Contestants contestant, Shape shape, Bench bench) {
    this.primary = RedisServer.start();
    this.replica = RedisServer.builder().replicaOf(primary).start();
    primary.awaitReplicas(1);
    this.stats = new ServerStats(primary.uri());
    String both = "redis-replicas://127.0.0.1:" + primary.port() + ",127.0.0.1:" + replica.port();
    this.pairs = PairsEntry.open(
        contestant,
        shape,
        new Bench(both, stats, bench.rounds(), bench.time(), bench.warmUp(), bench.newerJava()),
        null);
  }

  @Override
  public void warmUp() {
    pairs.warmUp();
  }

  @Override
  public Round round() {
    return pairs.round();
  }

  @Override
  public void close() {
    pairs.close();
    stats.close();
    replica.close();
    primary.close();
  }
}
