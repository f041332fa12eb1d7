package io.holdfast.flashsale.reconcile;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.Surroundings;

/** Compares what Redis and the database say about a sale, and can put Redis right. Thread-safe. */
public final class Reconciler {

  public Reconciler(Surroundings surroundings, SaleMemory memory) {}

  /** Compares, and changes nothing. */
  public Books look(long saleId) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Builds what Redis knows anew, under a new epoch. Only while the sale is paused. */
  public Books repair(long saleId) {
    return io.holdfast.flashsale.work.Later.body();
  }
}
