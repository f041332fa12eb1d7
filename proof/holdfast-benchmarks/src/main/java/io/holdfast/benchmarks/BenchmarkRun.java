package io.holdfast.benchmarks;

import io.holdfast.benchmarks.report.Outcome;
import io.holdfast.benchmarks.scenario.Bench;
import io.holdfast.benchmarks.scenario.Entry;
import io.holdfast.benchmarks.scenario.Round;
import io.holdfast.benchmarks.scenario.Scenario;
import io.holdfast.benchmarks.scenario.Scenario.Entrant;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a scenario: every entrant is set up and warmed, then they take turns, A B C A B C …, so that what
 * disturbs the machine disturbs all alike.
 */
final class BenchmarkRun {

  private final Bench bench;
  private final PrintStream progress;

  BenchmarkRun(Bench bench, PrintStream progress) {
    this.bench = bench;
    this.progress = progress;
  }

  Outcome of(Scenario scenario) {
    int rounds =
        scenario.rounds() == 0 ? bench.rounds() : Math.min(bench.rounds(), scenario.rounds());
    progress.printf("%n%s: %s%n", scenario.name(), scenario.title());
    Map<Entrant, Entry> entries = new LinkedHashMap<>();
    LinkedHashMap<String, List<Round>> results = new LinkedHashMap<>();
    try {
      for (Entrant entrant : scenario.entrants()) {
        progress.printf("  warming up %s%n", entrant.label());
        Entry entry = entrant.opener().open(bench);
        entries.put(entrant, entry);
        entry.warmUp();
        results.put(entrant.label(), new ArrayList<>());
      }
      for (int i = 1; i <= rounds; i++) {
        progress.printf("  round %d of %d:", i, rounds);
        for (Map.Entry<Entrant, Entry> entry : entries.entrySet()) {
          progress.printf(" %s", entry.getKey().label());
          progress.flush();
          add(results, entry.getKey(), entry.getValue().round());
        }
        progress.println();
      }
    } finally {
      entries.values().forEach(Entry::close);
    }
    return new Outcome(scenario.name(), scenario.title(), scenario.main(), results);
  }

  private static void add(Map<String, List<Round>> results, Entrant entrant, Round round) {
    results.computeIfAbsent(entrant.label(), label -> new ArrayList<>()).add(round);
  }
}
