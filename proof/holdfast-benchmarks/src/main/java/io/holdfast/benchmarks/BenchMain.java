package io.holdfast.benchmarks;

import io.holdfast.benchmarks.contestant.Contestants;
import io.holdfast.benchmarks.report.Charts;
import io.holdfast.benchmarks.report.JsonFile;
import io.holdfast.benchmarks.report.Misses;
import io.holdfast.benchmarks.report.Outcome;
import io.holdfast.benchmarks.report.Tables;
import io.holdfast.benchmarks.scenario.Bench;
import io.holdfast.benchmarks.scenario.Catalog;
import io.holdfast.benchmarks.scenario.Scenario;
import io.holdfast.benchmarks.scenario.ServerStats;
import io.holdfast.testkit.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command behind {@code ./bench}. */
@Command(
    name = "bench",
    description = {
      "Runs Holdfast and its peers in turn on one server and prints who is how fast.",
      "",
      "Without options: every scenario, fifteen short rounds, about 25 minutes, on a redis-server of its own.",
      ""
    },
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class BenchMain implements Callable<Integer> {

  @Option(
      names = "--quick",
      description = "the everyday form: five scenarios, short rounds, under two minutes")
  private boolean quick;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      split = ",",
      description = "only these; 'growth' means all that begin with it. --list shows the names")
  private List<String> scenarios = List.of();

  @Option(
      names = "--only",
      paramLabel = "PEER",
      split = ",",
      description = "only these contestants")
  private List<String> only = List.of();

  @Option(
      names = "--uri",
      paramLabel = "URI",
      description =
          "a server on this machine instead of the embedded one, redis://localhost:PORT. It must be empty, and is emptied afterwards")
  private @Nullable String uri;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "how often each contestant runs (default 15; 5 with --quick)")
  private int rounds;

  @Option(
      names = "--millis",
      paramLabel = "N",
      description = "how long a round is (default 400; 200 with --quick)")
  private int millis;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "how long each warms up, in ms (default 5000; 1500 with --quick)")
  private int warmUpMillis;

  @Option(
      names = "--newer-java",
      paramLabel = "PATH",
      description =
          "a java command with virtual threads (default: the newest JDK installed beside this one)")
  private @Nullable Path newerJava;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "target/bench",
      description = "where results.json and the charts go (default ${DEFAULT-VALUE})")
  private Path output = Path.of("target", "bench");

  @Option(names = "--list", description = "names the scenarios and contestants, and exits")
  private boolean list;

  @Option(
      names = {"--help", "-h"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli does what it says
  private boolean help;

  @Spec
  private CommandLine.Model.@Nullable CommandSpec spec;

  public static void main(String[] args) {
    System.exit(new CommandLine(new BenchMain()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    Path newer = newerJava == null ? Jdks.newest() : newerJava;
    List<Scenario> chosen = chosen(Catalog.all(newer != null));
    if (list) {
      chosen.forEach(
          scenario -> System.out.printf("%-24s %s%n", scenario.name(), scenario.title()));
      System.out.println("\ncontestants: " + Contestants.labels());
      return 0;
    }
    String given = uri;
    if (given != null) {
      ensureLoopback(given);
      return run(given, chosen, newer);
    }
    try (RedisServer server = RedisServer.start()) {
      return run(server.uri(), chosen, newer);
    }
  }

  private int run(String server, List<Scenario> chosen, @Nullable Path newer) throws IOException {
    long start = System.nanoTime();
    try (ServerStats stats = new ServerStats(server)) {
      if (stats.keys() > 0) {
        throw bad("--uri: " + server + " has " + stats.keys()
            + " keys; the benchmark empties its server," + " so it takes one without data only");
      }
      int count = rounds > 0 ? rounds : quick ? 5 : 15;
      Duration time = Duration.ofMillis(millis > 0 ? millis : quick ? 200 : 400);
      Duration warmUp = Duration.ofMillis(warmUpMillis > 0 ? warmUpMillis : quick ? 1500 : 5000);
      Map<String, String> machine = Machine.describe(stats.version(), newer);
      machine.forEach((what, value) -> System.out.printf("%-10s %s%n", what, value));
      if (newer == null) {
        System.out.println(
            "no JDK with virtual threads found: those scenarios are left out (--newer-java)");
      }
      BenchmarkRun run =
          new BenchmarkRun(new Bench(server, stats, count, time, warmUp, newer), System.out);
      List<Outcome> outcomes = new ArrayList<>();
      for (Scenario scenario : chosen) {
        Outcome outcome = run.of(scenario);
        outcomes.add(outcome);
        System.out.println("\n" + Tables.of(outcome));
        write(machine, outcomes); // what was measured is kept, whatever happens next
      }
      summary(outcomes);
      System.out.printf(
          "%nWritten to %s in %d s.%n", output, (System.nanoTime() - start) / 1_000_000_000);
    }
    return 0;
  }

  private void summary(List<Outcome> outcomes) {
    System.out.println("\n==== Medians and ratios\n");
    outcomes.forEach(outcome -> System.out.println(Tables.of(outcome)));
    System.out.println("==== Targets\n");
    System.out.println(Tables.targets(outcomes));
    String misses = Misses.of(outcomes);
    if (!misses.isEmpty()) {
      System.out.println(
          "==== Missed" + (quick ? ", with rounds too short to be sure" : "") + "\n");
      System.out.println(misses);
    }
  }

  private void write(Map<String, String> machine, List<Outcome> outcomes) throws IOException {
    Files.createDirectories(output);
    JsonFile.write(output.resolve("results.json"), machine, outcomes);
    Files.writeString(output.resolve("rates.svg"), Charts.bars(outcomes));
    if (outcomes.stream().anyMatch(outcome -> outcome.scenario().contains("/"))) {
      Files.writeString(output.resolve("growth.svg"), Charts.growth(outcomes));
    }
  }

  // ---- what to run

  private List<Scenario> chosen(List<Scenario> all) {
    only.forEach(label -> {
      try {
        Contestants.of(label);
      } catch (IllegalArgumentException e) {
        throw bad("--only: " + e.getMessage());
      }
    });
    List<String> names = scenarios.isEmpty() && quick ? Catalog.QUICK : scenarios;
    for (String name : names) {
      if (all.stream().noneMatch(scenario -> isNamed(scenario, name))) {
        throw bad("--scenario: there is no '" + name + "'; --list shows those there are");
      }
    }
    List<Scenario> chosen = new ArrayList<>();
    for (Scenario scenario : all) {
      List<Scenario.Entrant> entrants =
          scenario.entrants().stream().filter(this::takesPart).toList();
      if ((names.isEmpty() || names.stream().anyMatch(name -> isNamed(scenario, name)))
          && !entrants.isEmpty()) {
        chosen.add(new Scenario(
            scenario.name(), scenario.title(), scenario.main(), scenario.rounds(), entrants));
      }
    }
    if (chosen.isEmpty()) {
      throw bad("none of " + only + " takes part in " + names);
    }
    return chosen;
  }

  /** By its name, or by that of the series it belongs to. */
  private static boolean isNamed(Scenario scenario, String name) {
    return scenario.name().equals(name)
        || scenario.name().startsWith(name + "/")
        || (name.equals("growth") && scenario.name().startsWith("growth-"));
  }

  private boolean takesPart(Scenario.Entrant entrant) {
    if (!only.isEmpty()) {
      return only.contains(entrant.contestant().label());
    }
    return !quick || Catalog.QUICK_CONTESTANTS.contains(entrant.contestant());
  }

  /** Load goes to this machine only: what stands elsewhere may be somebody's production. */
  private void ensureLoopback(String given) throws IOException {
    URI server;
    try {
      server = URI.create(given);
    } catch (IllegalArgumentException e) {
      throw bad("--uri: '" + given + "' is no URI: expected redis://localhost:PORT");
    }
    if (!"redis".equals(server.getScheme()) || server.getHost() == null || server.getPort() < 0) {
      throw bad("--uri: '" + given + "' is not understood: expected redis://localhost:PORT");
    }
    if (!InetAddress.getByName(server.getHost()).isLoopbackAddress()) {
      throw bad("--uri: '" + given + "' is not on this machine; the benchmark loads loopback only");
    }
  }

  private ParameterException bad(String message) {
    return new ParameterException(java.util.Objects.requireNonNull(spec).commandLine(), message);
  }
}
