package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.testkit.RespClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The commands of one uncontended pair, sent again and again in a pipeline: what they cost the server. */
final class ScriptsEntry implements Entry {

  private static final int DEPTH = 100;

  private final Bench bench;
  private final List<String[]> pair;
  private final RespClient connection;

  ScriptsEntry(Contestants contestant, Bench bench) {
    this.bench = bench;
    this.pair = contestant.isOurs()
        ? CapturedPair.ours(bench.server())
        : CapturedPair.of(contestant, bench.uri());
    this.connection = RespClient.connect(URI.create(bench.uri()).getPort(), Duration.ofSeconds(30));
  }

  @Override
  public void warmUp() {
    run(bench.warmUp());
  }

  @Override
  public Round round() {
    bench.server().reset();
    double serverBefore = bench.server().cpuSeconds();
    long start = System.nanoTime();
    long pairs = run(bench.time());
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Round()
        .with(Figure.RATE, pairs / seconds)
        .with(Figure.COMMANDS, pair.size())
        .with(Figure.SERVER_MICROS, (bench.server().cpuSeconds() - serverBefore) * 1e6 / pairs);
  }

  private long run(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    long pairs = 0;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < DEPTH; i++) {
        pair.forEach(connection::send);
      }
      for (int i = 0; i < DEPTH * pair.size(); i++) {
        connection.read();
      }
      pairs += DEPTH;
    }
    return pairs;
  }

  @Override
  public void close() {
    connection.close();
  }
}
