package io.holdfast.flashsale.sale;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.Rung;
import java.util.function.IntFunction;

/** What operators may do with a sale. Thread-safe. */
public final class SaleKeeper {

  public SaleKeeper(SaleStore store, SaleMemory memory, IntFunction<Rung> rungs) {}

  /** Makes a sale; it sells from its opening on. */
  public Sale create(NewSale wish) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Opens it now if it has not begun, and ends a pause. */
  public Sale open(long id) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Sells nothing until it is opened again. */
  public Sale pause(long id, String reason) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Ends it for good. */
  public Sale close(long id) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Adds units, also while it runs. */
  public Sale restock(long id, int units) {
    return io.holdfast.flashsale.work.Later.body();
  }
}
