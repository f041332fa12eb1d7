package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.scenario.Figure;
import io.holdfast.benchmarks.scenario.Round;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One scenario's rounds, by entrant. Round i of one entrant ran next to round i of the others, so ratios
 * are made round by round.
 *
 * @param scenario its name
 * @param title what it does
 * @param main the figure by which entrants are compared
 * @param rounds by entrant
 */
public record Outcome(
    String scenario, String title, Figure main, LinkedHashMap<String, List<Round>> rounds) {

  /** Median, least and greatest of something measured several times. */
  public record Spread(double median, double least, double greatest) {

    static Spread of(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int middle = sorted.length / 2;
      double median =
          sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
      return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
  }

  /** The median of a figure, if it was read. */
  public OptionalDouble median(String entrant, Figure figure) {
    double[] values = rounds.getOrDefault(entrant, List.of()).stream()
        .map(round -> round.figures().get(figure))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .toArray();
    return values.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Spread.of(values).median());
  }

  /** One entrant's figure over another's, round by round. */
  public java.util.Optional<Spread> ratio(String entrant, String other, Figure figure) {
    List<Round> ours = rounds.getOrDefault(entrant, List.of());
    List<Round> theirs = rounds.getOrDefault(other, List.of());
    int n = Math.min(ours.size(), theirs.size());
    double[] ratios = new double[n];
    for (int i = 0; i < n; i++) {
      Map<Figure, Double> mine = ours.get(i).figures();
      Map<Figure, Double> its = theirs.get(i).figures();
      Double mineValue = mine.get(figure);
      Double itsValue = its.get(figure);
      if (mineValue == null || itsValue == null) {
        return java.util.Optional.empty();
      }
      ratios[i] = mineValue / itsValue;
    }
    return n == 0 ? java.util.Optional.empty() : java.util.Optional.of(Spread.of(ratios));
  }
}
