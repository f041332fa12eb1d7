package io.holdfast.verification.simulation;

import java.util.EnumMap;
import java.util.Map;

/** How often what happened. Not thread-safe. */
public final class Tally {

  private final Map<Incident, Integer> counts = new EnumMap<>(Incident.class);

  void count(Incident incident) {
    counts.merge(incident, 1, Integer::sum);
  }

  /** Adds what another run had. */
  public void add(Tally other) {
    other.counts.forEach((incident, count) -> counts.merge(incident, count, Integer::sum));
  }

  /** How often that happened. */
  public int of(Incident incident) {
    return counts.getOrDefault(incident, 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tally tally && tally.counts.equals(counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
