package io.holdfast.benchmarks.scenario;

import java.util.EnumMap;
import java.util.Map;

/** The figures of one round of one entry. */
public final class Round {

  private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);

  public Round with(Figure figure, double value) {
    figures.put(figure, value);
    return this;
  }

  public Map<Figure, Double> figures() {
    return figures;
  }
}
