package io.holdfast.benchmarks.report;

import static io.holdfast.benchmarks.report.Tables.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The targets that a run missed, in words: by how much, and why, where it is known. */
public final class Misses {

  private Misses() {}

  /** One line per target missed; empty if there is none. */
  public static String of(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    for (SpeedTarget target : SpeedTarget.all()) {
      for (Outcome outcome : outcomes) {
        if (outcome.scenario().equals(target.scenario())) {
          target.reading().apply(outcome).ifPresent(value -> {
            if (!target.isMet(value)) {
              lines.add(line(target, value));
            }
          });
        }
      }
    }
    return String.join("\n", lines);
  }

  private static String line(SpeedTarget target, double value) {
    return target.scenario() + ", " + target.text() + ": measured " + number(value) + ", wanted at "
        + (target.bound() == SpeedTarget.Bound.AT_LEAST ? "least " : "most ")
        + number(target.limit())
        + ", missed by " + distance(target, value) + ". "
        + reason(target).map(why -> "Known: " + why + ".").orElse("No reason is known.");
  }

  private static String distance(SpeedTarget target, double value) {
    double distance = Math.abs(value - target.limit());
    return target.limit() == 0
        ? number(distance)
        : Math.max(1, Math.round(100 * distance / target.limit())) + " %";
  }

  /** As docs/benchmarks.md explains it. */
  private static Optional<String> reason(SpeedTarget target) {
    return Optional.ofNullable(
        switch (target.scenario() + ": " + target.text()) {
          case "uncontended-1: rate / Redisson" ->
            "a pair is two round trips, whoever makes them; the bare client is not twice as fast as Redisson either";
          case "uncontended-16: rate / Redisson", "uncontended-64: rate / Redisson" ->
            "one Lettuce connection is the floor, and Holdfast is at it: see rate / raw Lettuce";
          case "fence: rate with token / without" ->
            "rounds of it range from 0.4 to 1.3; the server spends up to a third more in the scripts";
          case "hot-1x16: rate / Redisson" -> "the ratio moves with what Redisson happens to reach";
          case "hand-over: p50 / Redisson" ->
            "one message and one script, the floor, take about 0.6 of Redisson's time";
          default -> null;
        });
  }
}
