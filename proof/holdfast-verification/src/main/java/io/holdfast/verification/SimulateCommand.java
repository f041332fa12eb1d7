package io.holdfast.verification;

import io.holdfast.verification.simulation.Sabotage;
import io.holdfast.verification.simulation.Schedule;
import io.holdfast.verification.simulation.Schedules;
import io.holdfast.verification.simulation.Simulation;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./verify simulate}. */
@Command(
    name = "simulate",
    description = {
      "The engine in simulated time: random schedules of callers, faults and clocks, without a server.",
      "",
      "Every seed is one schedule, and always the same one. The first that breaks a promise is shown, event by event, and"
          + " ends the run with exit code 1.",
      ""
    },
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class SimulateCommand implements Callable<Integer> {

  private static final int BETWEEN_LINES = 5_000;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      defaultValue = "10000",
      description = "how many (default ${DEFAULT-VALUE})")
  private long schedules;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "600",
      description = "for how long at most (default ${DEFAULT-VALUE})")
  private long minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "the first of them (default: another one every day)")
  private @Nullable Long seed;

  @Option(names = "--replay", paramLabel = "SEED", description = "shows that one, event by event")
  private @Nullable Long replay;

  @Option(
      names = {"--help", "-h"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Override
  public Integer call() {
    if (replay != null) {
      return show(replay);
    }
    Schedules run = new Schedules(
        seed == null ? Schedules.seedOfToday() : seed, schedules, Duration.ofMinutes(minutes));
    Simulation.Outcome broken = run.play(() -> {
      if (run.played() % BETWEEN_LINES == 0) {
        System.out.println(run);
      }
    });
    System.out.println(run + ", " + (broken == null ? "no promise broken" : "BROKEN"));
    if (broken == null) {
      System.out.println(run.tally());
      return 0;
    }
    return show(broken.seed());
  }

  private static int show(long schedule) {
    Simulation.Outcome outcome = Simulation.trace(Schedule.of(schedule), Sabotage.NONE);
    outcome.trace().forEach(System.out::println);
    System.out.println("schedule " + schedule + ": "
        + (outcome.broken().isEmpty() ? "no promise broken" : outcome.broken().get(0)));
    return outcome.broken().isEmpty() ? 0 : 1;
  }
}
