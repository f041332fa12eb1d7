package io.holdfast.verification.power;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** The score of each package and class, the survivors, and a verdict. */
final class MutantReport {

  private final List<Mutant> counted = new ArrayList<>();
  private final List<Mutant> survivors = new ArrayList<>();
  private final List<String> unused;
  private final int excused;
  private final int wanted;

  /**
   * @param mutants all that could be run
   * @param equivalent those that nothing can kill
   * @param wanted how many of a hundred must be killed
   */
  MutantReport(List<Mutant> mutants, EquivalentMutants equivalent, int wanted) {
    int left = 0;
    for (Mutant mutant : mutants) {
      if (mutant.isAlive() && equivalent.excuse(mutant)) {
        left++;
        continue;
      }
      counted.add(mutant);
      if (mutant.isAlive()) {
        survivors.add(mutant);
      }
    }
    excused = left;
    unused = equivalent.unused();
    this.wanted = wanted;
    survivors.sort(Comparator.comparing(Mutant::className).thenComparingInt(Mutant::line));
  }

  boolean isEnough() {
    return !counted.isEmpty() && percent(counted) >= wanted;
  }

  /** A table of packages and their classes. */
  String scores() {
    StringBuilder table = new StringBuilder();
    var packages = new TreeMap<String, TreeMap<String, List<Mutant>>>();
    for (Mutant mutant : counted) {
      packages
          .computeIfAbsent(mutant.packageName(), name -> new TreeMap<>())
          .computeIfAbsent(mutant.className(), name -> new ArrayList<>())
          .add(mutant);
    }
    packages.forEach((name, classes) -> {
      row(table, name, classes.values().stream().flatMap(List::stream).toList());
      classes.forEach((className, mutants) ->
          row(table, "  " + className.substring(name.length() + 1), mutants));
    });
    return table.toString();
  }

  private static void row(StringBuilder table, String name, List<Mutant> mutants) {
    table.append("%-36s %5.1f %%  %4d of %4d%n"
        .formatted(name, percent(mutants), killed(mutants), mutants.size()));
  }

  /** A line of each survivor: place, method, what was changed, and the line of the list of equivalents it would be. */
  String survivors() {
    StringBuilder lines = new StringBuilder();
    for (Mutant mutant : survivors) {
      lines.append("%s %s: %s%s%n    %s | %s | %s | %s | %n"
          .formatted(
              mutant.place(),
              mutant.method(),
              mutant.description(),
              "NO_COVERAGE".equals(mutant.status()) ? " (no test gets there)" : "",
              mutant.className(),
              mutant.method(),
              mutant.mutator(),
              mutant.lineText()));
    }
    return lines.toString();
  }

  /** What is out of order on the list, and one line that says it all. */
  String verdict() {
    StringBuilder text = new StringBuilder();
    unused.forEach(
        line -> text.append("on the list of equivalents, but no survivor: %s%n".formatted(line)));
    return text.append(
            "%s: %.1f %% of %d mutants killed (%d by time), %d survivors, %d equivalent; wanted are %d %%"
                .formatted(
                    isEnough() ? "enough" : "NOT ENOUGH",
                    percent(counted),
                    counted.size(),
                    counted.stream().filter(Mutant::isTimedOut).count(),
                    survivors.size(),
                    excused,
                    wanted))
        .toString();
  }

  private static long killed(List<Mutant> mutants) {
    return mutants.stream().filter(mutant -> !mutant.isAlive()).count();
  }

  private static double percent(List<Mutant> mutants) {
    return mutants.isEmpty() ? 0 : 100.0 * killed(mutants) / mutants.size();
  }
}
