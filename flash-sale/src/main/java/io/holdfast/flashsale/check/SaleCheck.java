package io.holdfast.flashsale.check;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.sale.Sale;
import java.time.Duration;
import javax.sql.DataSource;

/** Checks, after a run, whether every promise was kept; on every rung. Thread-safe. */
public final class SaleCheck {

  public SaleCheck(DataSource database, SaleMemory memory) {}

  /** Waits until nothing is pending, so long at most, and then looks. */
  public Verdict of(Sale sale, Told told, Duration settleWithin) {
    return io.holdfast.flashsale.work.Later.body();
  }
}
