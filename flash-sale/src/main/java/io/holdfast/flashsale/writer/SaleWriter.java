package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.ladder.Surroundings;

/** Writes what was accepted in one sale, whenever it is this instance's turn. */
public final class SaleWriter implements AutoCloseable {

  public SaleWriter(Surroundings surroundings, long saleId) {}

  /** Begins. */
  public void start() {
    io.holdfast.flashsale.work.Later.body();
  }

  /** Ends its threads; nothing accepted is lost by it. */
  @Override
  public void close() {}
}
