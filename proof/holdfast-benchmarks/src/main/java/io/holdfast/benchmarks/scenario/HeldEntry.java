package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.HoldJob;
import io.holdfast.benchmarks.client.Vitals;
import io.holdfast.benchmarks.contestant.Contestants;

/**
 * Many locks held at once, renewed by the watchdog: what one pass over all of them costs. Nobody else may
 * hold anything meanwhile, so the client lives for one round.
 */
final class HeldEntry implements Entry {

  private static final long LEASE_MILLIS = 9_000; // a pass every three seconds
  private static final int PASSES = 2;

  private final Contestants contestant;
  private final int count;
  private final Bench bench;

  HeldEntry(Contestants contestant, int count, Bench bench) {
    this.contestant = contestant;
    this.count = count;
    this.bench = bench;
  }

  @Override
  public Round round() {
    try (Client client = Client.start(contestant, bench.uri(), LEASE_MILLIS, null)) {
      client.carryOut("ask " + count, HoldJob.Result.class);
      HoldJob.Result held = client.carryOut("await 60000", HoldJob.Result.class);
      if (held.granted() != count) {
        throw new IllegalStateException(contestant.label() + " got " + held.granted() + " of "
            + count + " locks; " + held.failed() + " failed: " + held.firstFailure());
      }
      Pause.millis(LEASE_MILLIS / 3 + LEASE_MILLIS / 6); // the first pass, compiled and cached
      return measure(client);
    } finally {
      bench.server().command("FLUSHALL"); // what was held would stay for a lease
    }
  }

  private Round measure(Client client) {
    long clientBefore = client.carryOut("cpu", Vitals.class).cpuNanos();
    double serverBefore = bench.server().cpuSeconds();
    bench.server().reset();
    Pause.millis(PASSES * LEASE_MILLIS / 3);
    double commands = bench.server().wireCommands();
    double server = bench.server().cpuSeconds() - serverBefore;
    double own = (client.carryOut("cpu", Vitals.class).cpuNanos() - clientBefore) / 1e9;
    if (bench.server().keys() < count) {
      throw new IllegalStateException(
          contestant.label() + " lost locks: " + bench.server().keys() + " of " + count + " left");
    }
    return new Round()
        .with(Figure.COMMANDS_PER_PASS, commands / PASSES)
        .with(Figure.CPU_PER_PASS, (own + server) / PASSES);
  }

  @Override
  public void close() {}
}
