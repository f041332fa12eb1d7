package io.holdfast.flashsale.reconcile;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.SaleMemory.Published;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.SaleStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Metrics;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What happens to a sale of which Redis has lost something: it is paused, rebuilt from the database, and goes on. If it was paused
 * before, it stays so. Every step may be repeated, by any instance; one at a time does it, the holder of {@link #LOCK}.
 * Thread-safe.
 */
final class Recovery {

  /** Who compares and rebuilds. */
  static final String LOCK = "fs:reconciliation";

  /** Why a sale is paused that goes on by itself. */
  static final String REBUILDING =
      "Redis has lost its data; it is being rebuilt from the database, and the sale goes on by itself";

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final Counter LOST = Counter.builder("flashsale.memory.lost")
      .description("Sales rebuilt because Redis had lost what it had promised")
      .register(Metrics.globalRegistry);

  private final SaleStore store;
  private final SaleKeeper keeper;
  private final Reconciler reconciler;
  private final JdbcClient jdbc;

  Recovery(DataSource database, SaleMemory memory, SaleKeeper keeper, Reconciler reconciler) {
    this.store = new SaleStore(database);
    this.keeper = keeper;
    this.reconciler = reconciler;
    this.jdbc = JdbcClient.create(database);
  }

  static boolean isRebuilding(Sale sale) {
    return REBUILDING.equals(sale.pauseReason());
  }

  /**
   * Pauses and rebuilds it, unless that has happened since the caller looked.
   *
   * @param missing what Redis has lost
   */
  void recover(Sale seen, String missing) {
    Sale sale = store.get(seen.id());
    if (sale.epoch() != seen.epoch() || sale.status() == SaleStatus.CLOSED) {
      return; // done, or nothing is sold and nothing will be
    }
    LOG.error("sale {}: Redis has lost {}; rebuilding it from the database", sale.id(), missing);
    if (sale.status() == SaleStatus.OPEN) {
      keeper.pause(sale.id(), REBUILDING);
    }
    LOST.increment();
    Books books = reconciler.repair(sale.id());
    note(sale, books, "Redis has lost " + missing + "; " + books.detail());
  }

  /** Lets a sale go on that was paused in order to be rebuilt. */
  void resume(Sale sale) {
    if (store.resume(sale.id(), REBUILDING).isPresent()) {
      Published published = keeper.publish(sale.id());
      LOG.warn("sale {}: rebuilt, and goes on ({})", sale.id(), published);
    }
  }

  /** A finding. */
  void note(Sale sale, Books books, String detail) {
    jdbc.sql("""
        insert into findings (sale_id, epoch, difference, detail, repaired)
        select id, epoch, ?, ?, ? from sales where id = ?""")
        .params(books.difference(), detail, books.repaired(), sale.id())
        .update();
  }
}
