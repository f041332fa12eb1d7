package io.holdfast.flashsale.order;

import java.time.Duration;
import javax.sql.DataSource;

/** Ends orders that were not paid in time. */
public final class Expiry implements AutoCloseable {

  public Expiry(DataSource database, Duration every) {}

  /** Begins. */
  public void start() {
    io.holdfast.flashsale.work.Later.body();
  }

  /** Ends its threads; nothing accepted is lost by it. */
  @Override
  public void close() {}
}
