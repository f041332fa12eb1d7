package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.ChurnJob;
import io.holdfast.benchmarks.client.Vitals;
import io.holdfast.benchmarks.contestant.Contestants;

/** Many distinct names, each locked and unlocked once: what is left behind. */
final class ChurnEntry implements Entry {

  private static final int THREADS = 16;
  private static final long SETTLE_MILLIS = 1_000;

  private final int count;
  private final Bench bench;
  private final Client client;

  ChurnEntry(Contestants contestant, int count, Bench bench) {
    this.count = count;
    this.bench = bench;
    this.client = Client.start(contestant, bench.uri(), PairsEntry.LEASE_MILLIS, null);
  }

  @Override
  public void warmUp() {
    client.carryOut("churn " + count / 10 + " " + THREADS, ChurnJob.Result.class);
  }

  @Override
  public Round round() {
    Vitals before = client.carryOut("vitals", Vitals.class);
    ChurnJob.Result churned =
        client.carryOut("churn " + count + " " + THREADS, ChurnJob.Result.class);
    Pause.millis(SETTLE_MILLIS);
    Vitals after = client.carryOut("vitals", Vitals.class);
    return new Round()
        .with(Figure.RATE, churned.grants() / (churned.nanos() / 1e9))
        .with(Figure.HEAP_GROWTH, (double) (after.heapBytes() - before.heapBytes()) / count)
        .with(Figure.THREAD_GROWTH, after.threads() - before.threads())
        .with(Figure.KEYS, (double) bench.server().keys())
        .with(Figure.CHANNELS, bench.server().channels());
  }

  @Override
  public void close() {
    client.close();
    bench.server().command("FLUSHALL");
  }
}
