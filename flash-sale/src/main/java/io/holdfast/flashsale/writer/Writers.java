package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.ladder.Surroundings;

/** Writes what was accepted, for all sales of the production path: those of the Lab, or the others. */
public final class Writers implements AutoCloseable {

  public Writers(Surroundings surroundings, boolean lab) {}

  /** Begins. */
  public void start() {
    io.holdfast.flashsale.work.Later.body();
  }

  /** Ends its threads; nothing accepted is lost by it. */
  @Override
  public void close() {}
}
