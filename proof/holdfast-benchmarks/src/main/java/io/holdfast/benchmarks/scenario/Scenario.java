package io.holdfast.benchmarks.scenario;

import io.holdfast.benchmarks.contestant.Contestants;
import java.util.List;

/**
 * Something to measure.
 *
 * @param name on the command line
 * @param title in reports
 * @param main the figure by which contestants are compared
 * @param rounds at most, 0 for as many as the run has
 * @param entrants who takes part
 */
public record Scenario(String name, String title, Figure main, int rounds, List<Entrant> entrants) {

  /**
   * One who takes part.
   *
   * @param label in reports
   * @param contestant the library
   * @param opener sets it up
   */
  public record Entrant(String label, Contestants contestant, Opener opener) {}

  /** Sets an entry up. */
  @FunctionalInterface
  public interface Opener {
    Entry open(Bench bench);
  }
}
