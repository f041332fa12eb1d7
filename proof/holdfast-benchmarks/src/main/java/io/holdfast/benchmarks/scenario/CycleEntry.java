package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.CycleJob;
import io.holdfast.benchmarks.contestant.Contestants;

/** One thread goes round over so many names. */
final class CycleEntry implements Entry {

  private final int names;
  private final Bench bench;
  private final Client client;

  CycleEntry(Contestants contestant, int names, Bench bench) {
    this.names = names;
    this.bench = bench;
    this.client = Client.start(contestant, bench.uri(), PairsEntry.LEASE_MILLIS, null);
  }

  @Override
  public void warmUp() {
    run(bench.warmUp().toMillis());
  }

  @Override
  public Round round() {
    CycleJob.Result result = run(bench.time().toMillis());
    return new Round().with(Figure.RATE, result.grants() / (result.nanos() / 1e9));
  }

  private CycleJob.Result run(long millis) {
    return client.carryOut("cycle " + names + " " + millis, CycleJob.Result.class);
  }

  @Override
  public void close() {
    client.close();
  }
}
