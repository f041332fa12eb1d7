package io.holdfast.flashsale.reconcile;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.Surroundings;
import java.time.Duration;

/** Compares Redis and the database all the time. */
public final class Reconciliation implements AutoCloseable {

  public Reconciliation(Surroundings surroundings, SaleMemory memory, Duration every) {}

  /** Begins. */
  public void start() {
    io.holdfast.flashsale.work.Later.body();
  }

  /** Ends its threads; nothing accepted is lost by it. */
  @Override
  public void close() {}
}
