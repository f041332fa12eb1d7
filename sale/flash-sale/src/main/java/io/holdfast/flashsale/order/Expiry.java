package io.holdfast.flashsale.order;

import io.holdfast.flashsale.work.Repeated;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends orders that were not paid in time. Every instance may do so at once: the database lets each order end once.
 * Thread-safe.
 */
public final class Expiry implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);
  private static final int BATCH = 500;

  private final OrderTable orders;
  private final Repeated rounds;

  public Expiry(DataSource database, Duration every) {
    this.orders = new OrderTable(database);
    this.rounds = new Repeated("expiry", every, this::sweep);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round: ends all that are to be ended now. */
  public void sweep() {
    List<UUID> late;
    do {
      late = orders.unpaid(BATCH);
      if (!late.isEmpty()) {
        LOG.info("{} orders expired", orders.end(late, OrderStatus.EXPIRED));
      }
    } while (late.size() == BATCH);
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
