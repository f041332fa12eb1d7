package io.holdfast.flashsale.reconcile;

import io.holdfast.Lease;
import io.holdfast.flashsale.accept.Promised;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.sale.NoSuchSaleException;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.WrongStateException;
import io.holdfast.flashsale.writer.SaleWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Compares what Redis and the database say about a sale, and can put Redis right. Thread-safe. */
/*
 * total = available + reserved + live. Redis knows the second and third, the database the first and fourth, and
 * while one is read the other goes on. So Redis is read twice, before (1) and after (2) the database (D):
 *
 *   sold and written between (1) and D:  still available in (1), live in D       --> (1) gives too much
 *   sold and written between D and (2):  not available in (2), not live in D     --> (2) gives too little
 *   in the database, not acknowledged:   reserved and live                       --> known by its id, taken out
 *   over, not given back:                nowhere                                 --> counted in (1), not in (2)
 *
 * The truth lies between the two. Only if both are above the total is there too much, only if both are below is
 * something missing. Units given back in between can still deceive a single look, which is why a difference counts
 * only if it stays.
 */
public final class Reconciler {

  private static final Duration WRITER_STOPS_WITHIN = Duration.ofSeconds(15);

  private final Surroundings surroundings;
  private final SaleStore store;
  private final SaleMemory memory;
  private final Ledger ledger;

  public Reconciler(Surroundings surroundings, SaleMemory memory) {
    this.surroundings = surroundings;
    this.store = new SaleStore(surroundings.database());
    this.memory = memory;
    this.ledger = new Ledger(surroundings.database());
  }

  /**
   * Compares, and changes nothing. Counts the orders one by one.
   *
   * @throws NoSuchSaleException if there is none
   */
  public Books look(long saleId) {
    return compare(saleId, ledger::count);
  }

  /** As {@link #look}, and trusts the number of units sold that the database keeps: quick. */
  Books glance(long saleId) {
    return compare(saleId, ledger::read);
  }

  /** Whether the number of units sold that the database keeps is not that of its orders: read at one moment. */
  boolean isMiscounted(long saleId) {
    Ledger.Page page = ledger.count(saleId, List.of());
    return page.sold() != page.live();
  }

  private Books compare(long saleId, BiFunction<Long, List<String>, Ledger.Page> reading) {
    Sale sale = store.get(saleId);
    Optional<Promised> before = memory.promised(saleId);
    Ledger.Page page = reading.apply(saleId, before.map(Promised::orders).orElse(List.of()));
    Optional<Promised> after = memory.promised(saleId);
    if (before.isEmpty() || after.isEmpty()) {
      return new Books(page.total(), 0, 0, page.live(), 0, false, "Redis does not know the sale");
    }
    int most = sum(before.get().standing(), page) + page.returning() - page.both();
    int least = sum(after.get().standing(), page)
        - ledger.read(saleId, after.get().orders()).both();
    int difference =
        least > page.total() ? least - page.total() : most < page.total() ? most - page.total() : 0;
    Standing now = after.get().standing();
    return new Books(
        page.total(),
        now.available(),
        now.reserved(),
        page.live(),
        difference,
        false,
        detail(sale, now, page, difference));
  }

  private static int sum(Standing standing, Ledger.Page page) {
    return standing.available() + standing.reserved() + page.live();
  }

  private static String detail(Sale sale, Standing standing, Ledger.Page page, int difference) {
    if (standing.epoch() != sale.epoch()) {
      return "Redis has epoch " + standing.epoch() + ", the database " + sale.epoch();
    } else if (page.sold() != page.live()) {
      return "the database counts " + page.sold() + " sold and has orders for " + page.live();
    } else if (difference > 0) {
      return difference + " units are promised that do not exist";
    } else if (difference < 0) {
      return -difference + " units are neither for sale nor sold";
    }
    return "nothing is missing";
  }

  /**
   * Builds what Redis knows anew: what the stream still holds is written, then the database alone counts, under a new
   * epoch. The sale stays paused. Waits for the writer to stop, which it does when its stream is empty.
   *
   * @throws WrongStateException if the sale is not paused, or its writer does not stop
   * @throws NoSuchSaleException if there is none
   */
  public Books repair(long saleId) {
    ensurePaused(store.get(saleId));
    Optional<Lease> turn;
    try {
      turn =
          surroundings.holdfast().lock(SaleWriter.lockName(saleId)).tryAcquire(WRITER_STOPS_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WrongStateException(saleId, "the repair was interrupted; nothing has changed");
    }
    try (Lease lease = turn.orElseThrow(
        () -> new WrongStateException(saleId, "its writer is still at work; try again"))) {
      new Repair(surroundings, store, memory, saleId).run(lease);
    }
    Books books = look(saleId);
    return new Books(
        books.total(),
        books.available(),
        books.reserved(),
        books.live(),
        books.difference(),
        true,
        "rebuilt from the database, epoch " + store.get(saleId).epoch());
  }

  private static void ensurePaused(Sale sale) {
    if (!sale.isProduction()) {
      throw new WrongStateException(
          sale.id(), "rung " + sale.rung() + " keeps nothing to be repaired");
    } else if (sale.status() != SaleStatus.PAUSED) {
      throw new WrongStateException(
          sale.id(), "is " + sale.status() + ": pause it before a repair");
    }
  }
}
