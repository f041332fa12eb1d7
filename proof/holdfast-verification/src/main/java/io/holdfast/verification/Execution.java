package io.holdfast.verification;

import io.holdfast.verification.Schedule.Turn;
import io.holdfast.verification.campaign.CampaignRun;
import io.holdfast.verification.campaign.Outcome;
import io.holdfast.verification.campaign.Outcome.Verdict;
import io.holdfast.verification.campaign.Preparation;
import io.holdfast.verification.campaign.Settings;
import io.holdfast.verification.fault.Site;
import io.holdfast.verification.report.JsonReport;
import io.holdfast.verification.report.MarkdownReport;
import io.holdfast.verification.report.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries out a schedule, says how it goes, and writes down what came of it after every campaign. */
final class Execution {

  private final Schedule schedule;
  private final Path output;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<String> notRun = new ArrayList<>();
  private final long start = System.nanoTime();

  /**
   * What came of a schedule.
   *
   * @param outcomes of the campaigns that ran
   * @param notRun the names of those that could not be run to their end
   */
  record Result(List<Outcome> outcomes, List<String> notRun) {}

  private Execution(Schedule schedule, Path output) {
    this.schedule = schedule;
    this.output = output;
  }

  static Result of(Schedule schedule, Path output) throws IOException {
    Execution execution = new Execution(schedule, output);
    execution.announce();
    execution.runAll();
    return new Result(execution.outcomes, execution.notRun);
  }

  private void announce() {
    System.out.printf("%s, until about %s%n", Summary.campaigns(schedule.count()), expectedEnd());
    if (schedule.isTooMuch()) {
      System.out.printf(
          "That is longer than asked for: faults strike for %d s in each, and starting and finishing it takes"
              + " about %d s.%n",
          Schedule.SHORTEST.toSeconds(), Schedule.OVERHEAD.toSeconds());
    }
  }

  /** The servers of the next campaign start while the present one runs: they mostly wait for each other. */
  private void runAll() throws IOException {
    try (Preparation preparation = new Preparation()) {
      for (Optional<Turn> turn = schedule.next(elapsed());
          turn.isPresent();
          turn = schedule.next(elapsed())) {
        try {
          Site site = preparation.take(turn.get().campaign());
          schedule.following().ifPresent(preparation::begin);
          run(turn.get(), site);
        } catch (RuntimeException
            | AssertionError e) { // of the harness: hours of others are not lost
          String name = turn.get().campaign().name() + " over " + turn.get().lock();
          System.out.println("    NOT RUN to its end: " + e);
          notRun.add(name);
        }
      }
    }
  }

  private void run(Turn turn, Site site) throws IOException {
    String name = turn.campaign().name();
    System.out.printf(
        "[%d/%d] %-30s %-10s seed %d, %.1f s, until about %s …%n",
        turn.number(),
        schedule.count(),
        name,
        turn.lock(),
        turn.seed(),
        turn.time().toMillis() / 1_000.0,
        expectedEnd());
    Path directory = Files.createDirectories(
        output.resolve("journals").resolve(name + "-" + turn.lock() + "-" + turn.seed()));
    Outcome outcome = CampaignRun.on(
        site, turn.campaign(), turn.lock(), Settings.of(turn.time(), turn.seed(), directory));
    outcomes.add(outcome);
    tell(outcome);
    Files.writeString(output.resolve("results.json"), JsonReport.of(outcomes));
    Files.writeString(output.resolve("results.md"), MarkdownReport.of(outcomes));
  }

  private static void tell(Outcome outcome) {
    System.out.println("    strikes=" + outcome.strikes() + ", " + outcome.counts());
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
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private String expectedEnd() {
    return LocalTime.now(ZoneId.systemDefault())
        .plus(schedule.expected(elapsed()))
        .truncatedTo(ChronoUnit.SECONDS)
        .toString();
  }
}
