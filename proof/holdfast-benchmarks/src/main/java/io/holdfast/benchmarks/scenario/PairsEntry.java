package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.client.PairsJob;
import io.holdfast.benchmarks.contestant.Contestants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Processes whose threads lock and unlock as fast as they can. */
final class PairsEntry implements Entry {

  /**
   * How many do it, and on which locks.
   *
   * @param names own, hot or held ones
   * @param processes so many
   * @param threads in each
   * @param virtual whether they are virtual threads
   */
  record Shape(PairsJob.Names names, int processes, int threads, boolean virtual) {

    static Shape own(int threads) {
      return new Shape(PairsJob.Names.OWN, 1, threads, false);
    }

    static Shape hot(int processes, int threads) {
      return new Shape(PairsJob.Names.HOT, processes, threads, false);
    }
  }

  static final long LEASE_MILLIS = 30_000;

  private final Contestants contestant;
  private final Shape shape;
  private final Bench bench;
  private final List<Client> clients;

  private PairsEntry(Contestants contestant, Shape shape, Bench bench, List<Client> clients) {
    this.contestant = contestant;
    this.shape = shape;
    this.bench = bench;
    this.clients = clients;
  }

  static PairsEntry open(Contestants contestant, Shape shape, Bench bench, @Nullable Path java) {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < shape.processes(); i++) {
      clients.add(Client.start(contestant, bench.uri(), LEASE_MILLIS, java));
    }
    return new PairsEntry(contestant, shape, bench, clients);
  }

  @Override
  public void warmUp() {
    run(bench.warmUp());
  }

  @Override
  public Round round() {
    bench.server().reset();
    List<PairsJob.Result> results = run(roundTime());
    long total = results.stream().mapToLong(PairsJob.Result::total).sum();
    double seconds = results.stream().mapToLong(PairsJob.Result::nanos).max().orElse(1) / 1e9;
    Round round = new Round()
        .with(Figure.RATE, total / seconds)
        .with(Figure.COMMANDS, wireCommands() / total)
        .with(Figure.SERVER_MICROS, bench.server().scriptMicros() / total);
    if (shape.names() == PairsJob.Names.HOT) {
      addWaits(round, results);
    }
    if (shape.virtual()) {
      round.with(Figure.PINNED, (double)
          results.stream().mapToLong(PairsJob.Result::pinned).sum());
    }
    return round;
  }

  /** A hot lock needs longer rounds: some contestants' waits are longer than a short one. */
  private Duration roundTime() {
    return shape.names() == PairsJob.Names.HOT ? bench.time().multipliedBy(4) : bench.time();
  }

  /** Redisson follows each release with a DEL of its own; inside its scripts there is one per message. */
  private double wireCommands() {
    ServerStats server = bench.server();
    double beside = contestant.label().startsWith("redisson")
        ? server.calls("del") - server.calls("publish")
        : 0;
    return server.wireCommands() + Math.max(0, beside);
  }

  private static void addWaits(Round round, List<PairsJob.Result> results) {
    Histogram waits = new Histogram(2);
    results.forEach(result -> waits.add(result.histogram()));
    round
        .with(Figure.WAIT_P50, waits.getValueAtPercentile(50) / 1e6)
        .with(Figure.WAIT_P99, waits.getValueAtPercentile(99) / 1e6)
        .with(Figure.WAIT_MAX, waits.getMaxValue() / 1e6)
        .with(
            Figure.FAIR_THREADS,
            jain(results.stream().flatMap(r -> r.grants().stream()).mapToLong(Long::longValue)));
    if (results.size() > 1) {
      round.with(Figure.FAIR_PROCESSES, jain(results.stream().mapToLong(PairsJob.Result::total)));
    }
  }

  private List<PairsJob.Result> run(Duration time) {
    String job = String.join(
        " ",
        "pairs",
        shape.names().name(),
        Integer.toString(shape.threads()),
        shape.virtual() ? "virtual" : "platform",
        Long.toString(time.toMillis()));
    clients.forEach(client -> client.send(job));
    List<PairsJob.Result> results = new ArrayList<>();
    for (Client client : clients) {
      PairsJob.Result result = client.result(PairsJob.Result.class);
      if (result.lostUpdates() != 0) {
        throw new IllegalStateException(
            result.lostUpdates() + " updates under the hot lock were lost: it does not exclude");
      }
      results.add(result);
    }
    return results;
  }

  /** 1 when all have the same, 1/n when one has everything. */
  static double jain(LongStream shares) {
    long[] x = shares.toArray();
    double sum = Arrays.stream(x).sum();
    double squares =
        IntStream.range(0, x.length).mapToDouble(i -> (double) x[i] * x[i]).sum();
    return squares == 0 ? 1 : sum * sum / (x.length * squares);
  }

  @Override
  public void close() {
    clients.forEach(Client::close);
  }
}
