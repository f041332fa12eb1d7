package io.holdfast.flashsale.order;

import io.holdfast.flashsale.accept.SaleMemory;
import java.time.Duration;
import javax.sql.DataSource;

/** Puts the units of orders that are over back on sale in Redis. */
public final class GiveBack implements AutoCloseable {

  public GiveBack(DataSource database, SaleMemory memory, Duration every) {}

  /** Begins. */
  public void start() {
    io.holdfast.flashsale.work.Later.body();
  }

  /** Ends its threads; nothing accepted is lost by it. */
  @Override
  public void close() {}
}
