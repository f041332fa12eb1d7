package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.HoldJob;
import io.holdfast.benchmarks.client.Vitals;
import io.holdfast.benchmarks.contestant.Contestants;
import java.util.ArrayList;
import java.util.List;

/** One client waits for many names at once, all held by somebody else; then they are released. */
final class NamesEntry implements Entry {

  private static final int BATCH = 500;
  private static final long HELD_MILLIS = 60_000;
  private static final long SETTLE_MILLIS = 10_000;
  private static final long SERVE_MILLIS = 20_000;

  /** Holds and releases as a client would: with its hash, its expiry, its message. */
  private static final String TAKE =
      "for i, name in ipairs(KEYS) do redis.call('HSET', name, 'other:1', '1')"
          + " redis.call('PEXPIRE', name, ARGV[1]) end";

  private static final String GIVE = "for i, name in ipairs(KEYS) do redis.call('DEL', name)"
      + " redis.call('PUBLISH', 'redisson_lock__channel:{' .. name .. '}', '0') end";

  private final Contestants contestant;
  private final int count;
  private final Bench bench;

  NamesEntry(Contestants contestant, int count, Bench bench) {
    this.contestant = contestant;
    this.count = count;
    this.bench = bench;
  }

  @Override
  public Round round() {
    try (Client client = Client.start(contestant, bench.uri(), PairsEntry.LEASE_MILLIS, null)) {
      onAll(TAKE, Long.toString(HELD_MILLIS));
      long heapBefore = client.carryOut("vitals", Vitals.class).heapBytes();
      client.carryOut("ask " + count, HoldJob.Result.class);
      awaitListening();
      long heapWaiting = client.carryOut("vitals", Vitals.class).heapBytes();
      onAll(GIVE, "");
      HoldJob.Result served = client.carryOut("await " + SERVE_MILLIS, HoldJob.Result.class);
      return new Round()
          .with(Figure.SERVED, served.granted())
          .with(Figure.WAITING_BYTES, (double) (heapWaiting - heapBefore) / count);
    } finally {
      bench.server().command("FLUSHALL");
    }
  }

  /** Until everybody listens, or the contestant has had its time to. */
  private void awaitListening() {
    for (long waited = 0;
        waited < SETTLE_MILLIS && bench.server().channels() < count;
        waited += 100) {
      Pause.millis(100);
    }
  }

  private void onAll(String script, String argument) {
    for (int from = 0; from < count; from += BATCH) {
      int to = Math.min(count, from + BATCH);
      List<String> command = new ArrayList<>(List.of("EVAL", script + " return 0"));
      command.add(Integer.toString(to - from));
      for (int i = from; i < to; i++) {
        command.add("bench:held:" + i);
      }
      command.add(argument);
      bench.server().command(command.toArray(String[]::new));
    }
  }

  @Override
  public void close() {}
}
