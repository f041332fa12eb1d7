package io.holdfast.benchmarks.report;

import static io.holdfast.benchmarks.report.SpeedTarget.Bound.AT_LEAST;
import static io.holdfast.benchmarks.report.SpeedTarget.Bound.AT_MOST;

import io.holdfast.benchmarks.scenario.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Something we want to reach, and how it is read off an outcome.
 *
 * @param scenario where it is measured
 * @param text what is measured
 * @param bound whether more or less is better
 * @param limit to reach
 * @param reading the value, if the run has it
 */
public record SpeedTarget(
    String scenario,
    String text,
    Bound bound,
    double limit,
    Function<Outcome, OptionalDouble> reading) {

  /** Which side of the limit is good. */
  public enum Bound {
    AT_LEAST("≥"),
    AT_MOST("≤");

    private final String sign;

    Bound(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }
  }

  private static final String US = "holdfast";
  private static final String REDISSON = "redisson";

  public boolean isMet(double value) {
    return bound == AT_LEAST ? value >= limit : value <= limit;
  }

  /** Ratios are to Redisson unless the text says otherwise. */
  public static List<SpeedTarget> all() {
    List<SpeedTarget> all = new ArrayList<>();
    uncontended(all, "uncontended-1", 2);
    uncontended(all, "uncontended-16", 5);
    uncontended(all, "uncontended-64", 5);
    for (String threads : List.of("uncontended-16", "uncontended-64")) {
      all.add(ratio(
          threads, "rate / Spring Integration", AT_LEAST, 1, "spring-integration", Figure.RATE));
      all.add(ratio(threads, "rate / lock4j", AT_LEAST, 1, "lock4j", Figure.RATE));
    }
    all.add(own("uncontended-1", "commands per pair", AT_LEAST, 2, Figure.COMMANDS));
    all.add(own("uncontended-1", "commands per pair", AT_MOST, 2.01, Figure.COMMANDS));
    all.add(ratio(
        "uncontended-16",
        "server time in scripts / Redisson",
        AT_MOST,
        0.8,
        REDISSON,
        Figure.SERVER_MICROS));
    all.add(new SpeedTarget(
        "fence",
        "rate with token / without",
        AT_LEAST,
        0.9,
        outcome -> spread(outcome, "raw-lettuce", "raw-lettuce-no-token", Figure.RATE)));
    all.add(ratio("re-entry", "rate / Redisson", AT_LEAST, 500, REDISSON, Figure.RATE));
    all.add(own("re-entry", "commands per pair", AT_MOST, 0.001, Figure.COMMANDS));
    all.add(ratio("hot-1x16", "rate / Redisson", AT_LEAST, 20, REDISSON, Figure.RATE));
    all.add(own("hot-1x16", "commands per grant", AT_MOST, 0.2, Figure.COMMANDS));
    hot(all, "hot-2x16", 0.95);
    hot(all, "hot-4x8", 0.9);
    all.add(ratio("hand-over", "p50 / Redisson", AT_MOST, 0.6, REDISSON, Figure.LATENCY_P50));
    all.add(ratio("hand-over", "p50 / floor", AT_MOST, 1.3, "raw-wake-up", Figure.LATENCY_P50));
    all.add(ratio(
        "held", "commands per pass / Redisson", AT_MOST, 0.25, REDISSON, Figure.COMMANDS_PER_PASS));
    all.add(
        own("held", "CPU seconds per pass, client and server", AT_MOST, 1, Figure.CPU_PER_PASS));
    all.add(own("names", "names served of 10,000", AT_LEAST, 10_000, Figure.SERVED));
    all.add(own("churn", "heap growth per name, bytes", AT_MOST, 4, Figure.HEAP_GROWTH));
    all.add(own("churn", "keys left", AT_MOST, 0, Figure.KEYS));
    all.add(own("churn", "channels left", AT_MOST, 0, Figure.CHANNELS));
    all.add(own("churn", "threads more", AT_MOST, 0, Figure.THREAD_GROWTH));
    all.add(footprint("jars, KB", 300, Figure.JARS));
    all.add(footprint("threads", 3, Figure.THREADS));
    all.add(footprint("connections", 2, Figure.CONNECTIONS));
    all.add(new SpeedTarget(
        "virtual",
        "rate / 64 platform threads",
        AT_LEAST,
        1,
        outcome -> spread(outcome, US, "holdfast-64-platform", Figure.RATE)));
    all.add(own("virtual", "pinned", AT_MOST, 0, Figure.PINNED));
    return all;
  }

  private static void uncontended(List<SpeedTarget> all, String scenario, double overRedisson) {
    all.add(ratio(scenario, "rate / Redisson", AT_LEAST, overRedisson, REDISSON, Figure.RATE));
    all.add(ratio(scenario, "rate / raw Lettuce", AT_LEAST, 0.85, "raw-lettuce", Figure.RATE));
  }

  private static void hot(List<SpeedTarget> all, String scenario, double fairProcesses) {
    all.add(ratio(scenario, "rate / Redisson", AT_LEAST, 40, REDISSON, Figure.RATE));
    all.add(ratio(scenario, "p99 wait / Redisson", AT_MOST, 1 / 20.0, REDISSON, Figure.WAIT_P99));
    all.add(
        own(scenario, "Jain between processes", AT_LEAST, fairProcesses, Figure.FAIR_PROCESSES));
    all.add(own(scenario, "Jain between threads", AT_LEAST, 0.9, Figure.FAIR_THREADS));
  }

  private static SpeedTarget own(
      String scenario, String text, Bound bound, double limit, Figure figure) {
    return new SpeedTarget(scenario, text, bound, limit, outcome -> outcome.median(US, figure));
  }

  /** On top of an application that has Lettuce. */
  private static SpeedTarget footprint(String text, double limit, Figure figure) {
    return new SpeedTarget(
        "footprint", text, AT_MOST, limit, outcome -> outcome.median("holdfast-shared", figure));
  }

  private static SpeedTarget ratio(
      String scenario, String text, Bound bound, double limit, String other, Figure figure) {
    return new SpeedTarget(
        scenario, text, bound, limit, outcome -> spread(outcome, US, other, figure));
  }

  private static OptionalDouble spread(
      Outcome outcome, String entrant, String other, Figure figure) {
    return outcome
        .ratio(entrant, other, figure)
        .map(spread -> OptionalDouble.of(spread.median()))
        .orElse(OptionalDouble.empty());
  }
}
