package io.holdfast.benchmarks.report;

import io.holdfast.benchmarks.scenario.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pictures of a run: bars for scenarios compared by rate, lines for series that grow. All scales are
 * logarithmic, because the contestants are orders of magnitude apart.
 */
public final class Charts {

  private static final double WIDTH = 860;
  private static final double LEFT = 190;
  private static final double BAR = 15;
  private static final double PLOT = WIDTH - LEFT - 110;
  private static final double PANEL_HEIGHT = 210;

  private static final Map<String, String> COLOURS = Map.of(
      "holdfast", "#1a7f6b",
      "holdfast-no-hand-over", "#6fb9a8",
      "redisson", "#c94f4f",
      "spring-integration", "#6a8f3c",
      "lock4j", "#b98a2f",
      "raw-lettuce", "#8b949e",
      "raw-jedis", "#b1b8c0");

  private Charts() {}

  /** Empty if nothing in the run is compared by rate. */
  public static String bars(List<Outcome> outcomes) {
    Svg svg = new Svg();
    double y = 30;
    svg.text(16, y, "start", "title", "lock + unlock pairs per second (logarithmic scale, median)");
    y += 14;
    for (Outcome outcome : outcomes) {
      if (outcome.main() != Figure.RATE || outcome.scenario().contains("/")) {
        continue;
      }
      y += 24;
      svg.text(16, y, "start", "title", outcome.title());
      for (String entrant : outcome.rounds().keySet()) {
        double rate = outcome.median(entrant, Figure.RATE).orElse(0);
        y += BAR + 4;
        svg.text(LEFT - 8, y, "end", "value", entrant);
        double length = Math.max(2, Math.log10(Math.max(rate, 1)) / 8 * PLOT);
        svg.bar(LEFT, y - BAR + 3, length, BAR, colour(entrant));
        svg.text(LEFT + length + 6, y, "start", "value", Tables.number(rate));
      }
    }
    return svg.document(WIDTH, y + 24);
  }

  /** One panel per series. */
  public static String growth(List<Outcome> outcomes) {
    Map<String, List<Outcome>> series = new LinkedHashMap<>();
    outcomes.stream()
        .filter(outcome -> outcome.scenario().contains("/"))
        .forEach(outcome -> series
            .computeIfAbsent(
                outcome.scenario().substring(0, outcome.scenario().indexOf('/')),
                name -> new ArrayList<>())
            .add(outcome));
    Svg svg = new Svg();
    double top = 20;
    for (Map.Entry<String, List<Outcome>> entry : series.entrySet()) {
      panel(svg, top, entry.getKey(), entry.getValue());
      top += PANEL_HEIGHT;
    }
    return svg.document(WIDTH, top + 10);
  }

  private static void panel(Svg svg, double top, String name, List<Outcome> points) {
    Figure figure = points.get(0).main() == Figure.RATE ? Figure.RATE : Figure.CPU_PER_PASS;
    svg.text(16, top + 10, "start", "title", name + ": " + figure.heading());
    double bottom = top + PANEL_HEIGHT - 40;
    double[] range = range(points, figure);
    double left = 90;
    double step = (WIDTH - left - 200) / Math.max(1, points.size() - 1);
    svg.line(left, bottom, WIDTH - 200, bottom, "#8b949e", 1);
    svg.text(left - 8, top + 30, "end", "value", Tables.number(range[1]));
    svg.text(left - 8, bottom, "end", "value", Tables.number(range[0]));
    for (int i = 0; i < points.size(); i++) {
      String size = points.get(i).scenario().substring(name.length() + 1);
      svg.text(left + i * step, bottom + 16, "middle", "value", size);
    }
    for (String entrant : points.get(0).rounds().keySet()) {
      double lastX = 0;
      double lastY = 0;
      for (int i = 0; i < points.size(); i++) {
        double value = points.get(i).median(entrant, figure).orElse(range[0]);
        double x = left + i * step;
        double share = Math.log(value / range[0]) / Math.log(range[1] / range[0]);
        double y = bottom - share * (bottom - top - 30);
        if (i > 0) {
          svg.line(lastX, lastY, x, y, colour(entrant), 2);
        }
        svg.dot(x, y, colour(entrant));
        lastX = x;
        lastY = y;
      }
      svg.text(lastX + 10, lastY + 4, "start", "value", entrant);
    }
  }

  private static double[] range(List<Outcome> points, Figure figure) {
    double[] values = points.stream()
        .flatMap(point -> point.rounds().keySet().stream().map(who -> point.median(who, figure)))
        .filter(java.util.OptionalDouble::isPresent)
        .mapToDouble(java.util.OptionalDouble::getAsDouble)
        .filter(value -> value > 0)
        .sorted()
        .toArray();
    if (values.length == 0) {
      return new double[] {1, 10};
    }
    double least = values[0] / 1.5;
    return new double[] {least, Math.max(values[values.length - 1] * 1.2, least * 2)};
  }

  private static String colour(String entrant) {
    return COLOURS.getOrDefault(entrant, "#7a6fb0");
  }
}
