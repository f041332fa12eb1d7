package io.holdfast.verification;

import io.holdfast.verification.campaign.Campaign;
import io.holdfast.verification.campaign.Outcome;
import io.holdfast.verification.campaign.Outcome.Verdict;
import io.holdfast.verification.campaign.Run;
import io.holdfast.verification.campaign.Settings;
import io.holdfast.verification.fault.Topology;
import io.holdfast.verification.report.JsonReport;
import io.holdfast.verification.report.MarkdownReport;
import io.holdfast.verification.soak.SoakCommand;
import io.holdfast.verification.subject.Subjects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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
      "Exit code 1 if Holdfast broke a promise of docs/guarantees.md.",
      ""
    },
    subcommands = SoakCommand.class,
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class VerifyMain implements Callable<Integer> {

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
      description = "standalone, sentinel, cluster (default standalone, or those of --campaign)")
  private List<String> topologies = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "how long the faults of one campaign strike (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "goes through the campaigns again and again, with new seeds, for that long")
  private int minutes;

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

  private final List<Outcome> outcomes = new ArrayList<>();

  public static void main(String[] args) {
    System.exit(new CommandLine(new VerifyMain()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    if (list) {
      Campaign.all()
          .forEach(campaign ->
              System.out.printf("%-28s %s%n", campaign.name(), campaign.fault().title()));
      System.out.println("\nlocks: " + String.join(", ", Subjects.all()));
      return 0;
    }
    List<Campaign> chosen = chosen();
    long start = System.nanoTime();
    long first = seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
    long round = 0;
    do {
      for (Campaign campaign : chosen) {
        for (String lock : locks) {
          run(campaign, lock, first + round);
        }
      }
      round++;
    } while (System.nanoTime() - start < TimeUnit.MINUTES.toNanos(minutes));
    System.out.println("\n" + MarkdownReport.of(outcomes));
    System.out.println("Written to " + output + ".");
    return outcomes.stream()
            .anyMatch(
                outcome -> Subjects.isOurs(outcome.lock()) && !outcome.broken().isEmpty())
        ? 1
        : 0;
  }

  private void run(Campaign campaign, String lock, long runSeed) throws IOException {
    System.out.printf("%-24s %-20s seed %d, %d s …%n", campaign.name(), lock, runSeed, seconds);
    Path directory = Files.createDirectories(
        output.resolve("journals").resolve(campaign.name() + "-" + lock + "-" + runSeed));
    Outcome outcome =
        Run.of(campaign, lock, Settings.of(Duration.ofSeconds(seconds), runSeed, directory));
    outcomes.add(outcome);
    System.out.println("    " + outcome.strikes() + " strikes, " + outcome.counts());
    for (Verdict verdict : outcome.verdicts()) {
      if (verdict.finding().count() > 0) {
        System.out.printf(
            "    %s %s: %d%n",
            verdict.isPromised() ? "BROKEN" : "not promised",
            verdict.checker().label(),
            verdict.finding().count());
        verdict.finding().examples().forEach(example -> System.out.println("        " + example));
      }
    }
    Files.writeString(output.resolve("results.json"), JsonReport.of(outcomes));
    Files.writeString(output.resolve("results.md"), MarkdownReport.of(outcomes));
  }

  // ---- what to run

  private List<Campaign> chosen() {
    for (String lock : locks) {
      if (!Subjects.all().contains(lock)) {
        throw bad("--lock: there is no '" + lock + "'; --list shows those there are");
      }
    }
    for (String name : campaigns) {
      if (Campaign.all().stream().noneMatch(campaign -> campaign.name().equals(name))) {
        throw bad("--campaign: there is no '" + name + "'; --list shows those there are");
      }
    }
    List<Topology> wanted = topologies();
    List<Campaign> chosen = Campaign.all().stream()
        .filter(campaign -> campaigns.isEmpty() || campaigns.contains(campaign.name()))
        .filter(campaign -> wanted.contains(campaign.topology()))
        .toList();
    if (chosen.isEmpty()) {
      throw bad("none of " + campaigns + " is for " + topologies);
    }
    boolean isSabotaged = locks.stream().anyMatch(lock -> !Subjects.libraries().contains(lock));
    if (isSabotaged
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

  private List<Topology> topologies() {
    if (topologies.isEmpty()) {
      return campaigns.isEmpty() ? List.of(Topology.STANDALONE) : List.of(Topology.values());
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
