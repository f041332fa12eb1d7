package io.holdfast.verification;

import io.holdfast.testkit.MovableClock;
import io.holdfast.verification.campaign.Campaign;
import io.holdfast.verification.fault.Topology;
import io.holdfast.verification.report.MarkdownReport;
import io.holdfast.verification.report.Summary;
import io.holdfast.verification.soak.SoakCommand;
import io.holdfast.verification.subject.Subjects;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command behind {@code ./verify}. */
@Command(
    name = "verify",
    description = {
      "Client processes lock and work while faults strike; then checkers look for broken promises.",
      "",
      "Without options: every campaign of one server over Holdfast, ten seconds each, about six minutes.",
      "With --minutes: every campaign on every topology.",
      "The last line is the verdict. Exit code 1 if Holdfast broke a promise of docs/guarantees.md, or a campaign could not be run.",
      ""
    },
    subcommands = {SimulateCommand.class, SoakCommand.class},
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class VerifyMain implements Callable<Integer> {

  private static final String HOW_TO_MOVE_CLOCKS =
      "needs libfaketime: install the package of that name, or name libfaketimeMT.so.1 with HOLDFAST_VERIFY_OPTS=-D"
          + MovableClock.PROPERTY + "=<path>";

  @Option(names = "--list", description = "names the campaigns and locks, and exits")
  private boolean list;

  @Option(
      names = "--campaign",
      paramLabel = "NAME",
      split = ",",
      description = "only these; --list shows the names")
  private List<String> campaigns = List.of();

  @Option(
      names = "--lock",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "holdfast",
      description = "the locks under test (default ${DEFAULT-VALUE})")
  private List<String> locks = List.of("holdfast");

  @Option(
      names = "--topology",
      paramLabel = "NAME",
      split = ",",
      description =
          "standalone, sentinel, cluster (default standalone; all with --minutes or --campaign)")
  private List<String> topologies = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "how long the faults of one campaign strike (default 10, or what --minutes leaves)")
  private @Nullable Integer seconds;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "all campaigns share that time; if it is long, they run again with new seeds")
  private @Nullable Integer minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "for every choice: the one a run has printed makes the same choices again")
  private @Nullable Long seed;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "target/verify",
      description = "where results.json, results.md and the journals go (default ${DEFAULT-VALUE})")
  private Path output = Path.of("target", "verify");

  @Option(
      names = {"--help", "-h"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli does what it says
  private boolean help;

  @Spec
  private CommandLine.Model.@Nullable CommandSpec spec;

  public static void main(String[] args) {
    System.exit(new CommandLine(new VerifyMain()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    if (list) {
      list();
      return 0;
    }
    List<Campaign> chosen = chosen();
    long first = seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
    Schedule schedule = new Schedule(
        chosen,
        locks,
        first,
        seconds == null
            ? (minutes == null ? Duration.ofSeconds(10) : null)
            : Duration.ofSeconds(seconds),
        minutes == null ? null : Duration.ofMinutes(minutes));
    Execution.Result result = Execution.of(schedule, output);
    System.out.println("\n" + MarkdownReport.of(result.outcomes()));
    System.out.println("Written to " + output + ".");
    Summary summary = new Summary(result.outcomes(), result.notRun());
    System.out.println("\n" + summary.line());
    return summary.isPassed() ? 0 : 1;
  }

  private static void list() {
    for (Campaign campaign : Campaign.all()) {
      System.out.printf(
          "%-30s %s%s%n",
          campaign.name(),
          campaign.fault().title(),
          campaign.fault().isPossible() ? "" : " (not here: " + HOW_TO_MOVE_CLOCKS + ")");
    }
    System.out.println("\nlocks: " + String.join(", ", Subjects.all()));
  }

  // ---- what to run

  private List<Campaign> chosen() {
    for (String lock : locks) {
      if (!Subjects.all().contains(lock)) {
        throw bad("--lock: there is no '" + lock + "'; --list shows those there are");
      }
    }
    for (String name : campaigns) {
      Campaign named = Campaign.all().stream()
          .filter(campaign -> campaign.name().equals(name))
          .findFirst()
          .orElseThrow(
              () -> bad("--campaign: there is no '" + name + "'; --list shows those there are"));
      if (!named.fault().isPossible()) {
        throw bad("--campaign: '" + name + "' is not possible here: " + HOW_TO_MOVE_CLOCKS);
      }
    }
    List<Topology> wanted = topologies();
    List<Campaign> wished = Campaign.all().stream()
        .filter(campaign -> campaigns.isEmpty() || campaigns.contains(campaign.name()))
        .filter(campaign -> wanted.contains(campaign.topology()))
        .toList();
    List<Campaign> chosen =
        wished.stream().filter(campaign -> campaign.fault().isPossible()).toList();
    wished.stream()
        .filter(campaign -> !chosen.contains(campaign))
        .forEach(campaign ->
            System.out.println("left out: " + campaign.name() + ". " + HOW_TO_MOVE_CLOCKS));
    if (chosen.isEmpty()) {
      throw bad("none of " + campaigns + " is for " + topologies);
    }
    if (isSabotaged()
        && chosen.stream().anyMatch(campaign -> campaign.topology() != Topology.STANDALONE)) {
      throw bad("sabotaged locks know one server only: leave --topology out");
    }
    if (locks.stream().anyMatch(Subjects::needsReplica)
        && chosen.stream().anyMatch(campaign -> campaign.topology() == Topology.STANDALONE)) {
      throw bad(
          "--lock: holdfast-acknowledged needs a replica, and one server has none: add --topology sentinel or cluster");
    }
    return chosen;
  }

  private boolean isSabotaged() {
    return locks.stream().anyMatch(lock -> !Subjects.libraries().contains(lock));
  }

  private List<Topology> topologies() {
    if (topologies.isEmpty()) {
      if (minutes != null && locks.stream().anyMatch(Subjects::needsReplica)) {
        return List.of(Topology.SENTINEL, Topology.CLUSTER);
      }
      boolean isForAll = !campaigns.isEmpty() || (minutes != null && !isSabotaged());
      return isForAll ? List.of(Topology.values()) : List.of(Topology.STANDALONE);
    }
    try {
      return topologies.stream().map(Topology::of).toList();
    } catch (IllegalArgumentException e) {
      throw bad("--topology: " + e.getMessage());
    }
  }

  private ParameterException bad(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
