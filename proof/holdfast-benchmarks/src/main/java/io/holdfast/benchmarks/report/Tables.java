package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.scenario.Figure;
import io.holdfast.benchmarks.scenario.Round;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/** Outcomes as text that also reads as Markdown. */
public final class Tables {

  private Tables() {}

  /** Medians by entrant; the last column compares us with that entrant by the main figure. */
  public static String of(Outcome outcome) {
    Set<Figure> figures = EnumSet.noneOf(Figure.class);
    outcome
        .rounds()
        .values()
        .forEach(rounds ->
            rounds.stream().map(Round::figures).forEach(round -> figures.addAll(round.keySet())));
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(outcome.scenario()));
    figures.forEach(figure -> header.add(figure.heading()));
    String us = outcome.rounds().keySet().iterator().next();
    header.add(us + " / it, " + outcome.main().heading());
    rows.add(header);
    for (String entrant : outcome.rounds().keySet()) {
      List<String> row = new ArrayList<>(List.of(entrant));
      for (Figure figure : figures) {
        OptionalDouble median = outcome.median(entrant, figure);
        row.add(median.isPresent() ? number(median.getAsDouble()) : "");
      }
      row.add(entrant.equals(us) ? "" : ratio(outcome, us, entrant));
      rows.add(row);
    }
    return outcome.title() + "\n" + layOut(rows);
  }

  private static String ratio(Outcome outcome, String us, String entrant) {
    return outcome
        .ratio(us, entrant, outcome.main())
        .map(spread -> number(spread.median()) + "  (" + number(spread.least()) + " – "
            + number(spread.greatest()) + ")")
        .orElse("");
  }

  /** Every target the run can speak about. */
  public static String targets(List<Outcome> outcomes) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("scenario", "target", "limit", "measured", ""));
    for (SpeedTarget target : SpeedTarget.all()) {
      outcomes.stream()
          .filter(outcome -> outcome.scenario().equals(target.scenario()))
          .map(target.reading())
          .filter(OptionalDouble::isPresent)
          .forEach(value -> rows.add(List.of(
              target.scenario(),
              target.text(),
              target.bound().sign() + " " + number(target.limit()),
              number(value.getAsDouble()),
              target.isMet(value.getAsDouble()) ? "met" : "MISSED")));
    }
    return rows.size() == 1 ? "none of them can be read from this run\n" : layOut(rows);
  }

  static String layOut(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    rows.forEach(row -> {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    });
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      text.append(line(rows.get(r), widths));
      if (r == 0) {
        text.append(rule(widths));
      }
    }
    return text.toString();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder text = new StringBuilder("|");
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String fill = " ".repeat(widths[i] - cell.length());
      text.append(' ').append(i == 0 ? cell + fill : fill + cell).append(" |");
    }
    return text.append('\n').toString();
  }

  private static String rule(int[] widths) {
    StringBuilder text = new StringBuilder("|");
    for (int i = 0; i < widths.length; i++) {
      String dashes = "-".repeat(widths[i]);
      text.append(' ').append(i == 0 ? dashes : dashes.substring(1) + ":").append(" |");
    }
    return text.append('\n').toString();
  }

  static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 || value == Math.rint(value)
        ? "%,.0f"
        : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }
}
