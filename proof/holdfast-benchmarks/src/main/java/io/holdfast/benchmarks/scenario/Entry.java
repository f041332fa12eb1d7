package io.holdfast.benchmarks.scenario;

/** One contestant set up for a scenario, kept alive and warm between its rounds. */
public interface Entry extends AutoCloseable {

  /** Runs unmeasured. */
  default void warmUp() {}

  /** Runs once and reads the figures. */
  Round round();

  @Override
  void close();
}
