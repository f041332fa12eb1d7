package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.PairsJob;
import io.holdfast.benchmarks.client.SizesJob;
import io.holdfast.benchmarks.contestant.Contestants;

/** What having the contestant in a process costs: jars, threads, connections, bytes. */
final class FootprintEntry implements Entry {

  private static final int IDLE = 100_000;
  private static final int HELD = 10_000;

  private final Contestants contestant;
  private final Bench bench;

  FootprintEntry(Contestants contestant, Bench bench) {
    this.contestant = contestant;
    this.bench = bench;
  }

  @Override
  public Round round() {
    int foreign = contestant == Contestants.HOLDFAST_SHARED ? 1 : 0; // the application's own
    int connectionsBefore = bench.server().connections();
    try (Client client = Client.start(contestant, bench.uri(), PairsEntry.LEASE_MILLIS, null)) {
      client.carryOut("pairs HOT 4 platform 500", PairsJob.Result.class);
      Round round = new Round()
          .with(Figure.JARS, Jars.addedBy(contestant) / 1024.0)
          .with(Figure.THREADS, client.carryOut("threads", Integer.class))
          .with(Figure.CONNECTIONS, bench.server().connections() - connectionsBefore - foreign);
      SizesJob.Result sizes = client.carryOut("sizes " + IDLE + " " + HELD, SizesJob.Result.class);
      return round.with(Figure.IDLE_BYTES, sizes.idle()).with(Figure.HELD_BYTES, sizes.held());
    } finally {
      bench.server().command("FLUSHALL");
    }
  }

  @Override
  public void close() {}
}
