package io.holdfast.flashsale.reconcile;

import io.holdfast.Lease;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.SaleMemory.Published;
import io.holdfast.flashsale.ladder.StreamRung;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.work.Repeated;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares Redis and the database all the time, for every sale of the production path outside the Lab; of several
 * instances one at a time. Thread-safe.
 *
 * <ul>
 *   <li>What operators decided and Redis was not told, it is told now.
 *   <li>Redis has lost its data: the sale is paused and rebuilt, and an operator opens it again.
 *   <li>A difference that stays is a finding, in the table and in the log. If more was promised than there is, the sale
 *       is paused. It is not repaired: somebody should look first.
 * </ul>
 */
public final class Reconciliation implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);
  private static final String LOCK = "fs:reconciliation";
  private static final int LOOKS = 3;
  private static final int ROUNDS_WITHOUT_COUNTING = 30;

  private final Surroundings surroundings;
  private final SaleStore store;
  private final SaleKeeper keeper;
  private final Reconciler reconciler;
  private final JdbcClient jdbc;
  private final Map<Long, Suspicion> suspicions = new HashMap<>(); // the thread's own
  private final Repeated rounds;
  private int uncounted = ROUNDS_WITHOUT_COUNTING; // the thread's own

  public Reconciliation(Surroundings surroundings, SaleMemory memory, Duration every) {
    this.surroundings = surroundings;
    this.store = new SaleStore(surroundings.database());
    this.keeper = new SaleKeeper(store, memory, number -> new StreamRung(surroundings));
    this.reconciler = new Reconciler(surroundings, memory);
    this.jdbc = JdbcClient.create(surroundings.database());
    this.rounds = new Repeated("reconciliation", every, this::round);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round over all sales. By one thread at a time. */
  public void round() {
    Optional<Lease> turn = surroundings.holdfast().lock(LOCK).tryAcquire();
    if (turn.isEmpty()) {
      suspicions.clear(); // another instance looks, and what this one saw grows old
      return;
    }
    uncounted = uncounted >= ROUNDS_WITHOUT_COUNTING ? 0 : uncounted + 1;
    try (Lease lease = turn.get()) {
      for (Sale sale : store.active(false)) {
        if (!SaleKeeper.BEING_PREPARED.equals(sale.pauseReason())) {
          attempt(sale);
        }
      }
    }
  }

  /** The trouble of one sale is not that of the others. */
  private void attempt(Sale sale) {
    try {
      reconcile(sale);
    } catch (RuntimeException e) {
      LOG.warn("sale {}: could not be reconciled, next round again: {}", sale.id(), e.toString());
    }
  }

  private void reconcile(Sale sale) {
    Published published = keeper.publish(sale.id());
    if (published != Published.DONE) {
      suspicions.remove(sale.id());
      rebuild(sale, published);
      return;
    }
    if (uncounted == 0 && reconciler.isMiscounted(sale.id())) {
      report(sale, reconciler.look(sale.id()));
    }
    Books books = reconciler.glance(sale.id());
    Suspicion suspicion = suspicions.computeIfAbsent(sale.id(), id -> new Suspicion(LOOKS));
    if (suspicion.isConfirmedBy(books.difference())) {
      report(sale, books);
    }
  }

  private void rebuild(Sale sale, Published published) {
    String why =
        published == Published.GONE ? "Redis has lost its data" : "Redis has data of another epoch";
    if (sale.status() == SaleStatus.CLOSED) {
      return; // nothing is sold and nothing will be
    }
    LOG.error("sale {}: {}; it is paused and rebuilt from the database", sale.id(), why);
    if (sale.status() == SaleStatus.OPEN) {
      keeper.pause(sale.id(), why + "; rebuilt from the database, to be opened by an operator");
    }
    Books books = reconciler.repair(sale.id());
    note(sale, books, why + "; " + books.detail());
  }

  private void report(Sale sale, Books books) {
    LOG.error("sale {}: {} ({})", sale.id(), books.detail(), books);
    note(sale, books, books.detail());
    if (books.difference() > 0 && sale.status() == SaleStatus.OPEN) {
      keeper.pause(sale.id(), books.detail());
    }
  }

  private void note(Sale sale, Books books, String detail) {
    jdbc.sql("""
        insert into findings (sale_id, epoch, difference, detail, repaired)
        select id, epoch, ?, ?, ? from sales where id = ?""")
        .params(books.difference(), detail, books.repaired(), sale.id())
        .update();
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
