package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.TurnsJob;
import io.holdfast.benchmarks.contestant.Contestants;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Two processes take turns: from the call of release here to the return of acquire there. */
final class TurnsEntry implements Entry {

  private static final int TURNS_A_SECOND = 120; // of both together; they hold for 4 ms each

  private record Moment(long nanos, int process, boolean acquired) {}

  private final Bench bench;
  private final Client alice;
  private final Client bob;

  TurnsEntry(Contestants contestant, Bench bench) {
    this.bench = bench;
    this.alice = Client.start(contestant, bench.uri(), PairsEntry.LEASE_MILLIS, null);
    this.bob = Client.start(contestant, bench.uri(), PairsEntry.LEASE_MILLIS, null);
  }

  @Override
  public void warmUp() {
    run((int) Math.max(60, bench.warmUp().toMillis() * TURNS_A_SECOND / 1000));
  }

  @Override
  public Round round() {
    Histogram latencies = run((int) Math.max(40, bench.time().toMillis() * TURNS_A_SECOND / 1000));
    return new Round()
        .with(Figure.LATENCY_P50, latencies.getValueAtPercentile(50) / 1e3)
        .with(Figure.LATENCY_P99, latencies.getValueAtPercentile(99) / 1e3);
  }

  private Histogram run(int turns) {
    String job = "turns " + turns / 2;
    alice.send(job);
    bob.send(job);
    List<Moment> moments = new ArrayList<>();
    add(moments, 0, alice.result(TurnsJob.Result.class));
    add(moments, 1, bob.result(TurnsJob.Result.class));
    moments.sort(Comparator.comparingLong(Moment::nanos));
    Histogram latencies = new Histogram(3);
    for (int i = 1; i < moments.size(); i++) {
      Moment release = moments.get(i - 1);
      Moment acquire = moments.get(i);
      if (!release.acquired() && acquire.acquired() && release.process() != acquire.process()) {
        latencies.recordValue(acquire.nanos() - release.nanos());
      }
    }
    if (latencies.getTotalCount() < turns / 4) {
      throw new IllegalStateException(
          "only " + latencies.getTotalCount() + " of " + turns + " turns went to the other side");
    }
    return latencies;
  }

  private static void add(List<Moment> moments, int process, TurnsJob.Result result) {
    for (long nanos : result.acquired()) {
      moments.add(new Moment(nanos, process, true));
    }
    for (long nanos : result.releasing()) {
      moments.add(new Moment(nanos, process, false));
    }
  }

  @Override
  public void close() {
    alice.close();
    bob.close();
  }
}
