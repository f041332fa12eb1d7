package io.holdfast.flashsale.reconcile;

import io.holdfast.Lease;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.SaleMemory.Published;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.ladder.StreamRung;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import io.holdfast.flashsale.sale.SaleStore;
import io.holdfast.flashsale.sale.SaleStore.Reliance;
import io.holdfast.flashsale.work.Repeated;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares Redis and the database all the time, for every sale of the production path outside the Lab; of several
 * instances one at a time. Thread-safe.
 *
 * <ul>
 *   <li>What operators decided and Redis was not told, it is told now.
 *   <li>Redis has lost something: the sale is paused and rebuilt, as {@link MemoryWatch} does it for sales that sell.
 *   <li>A difference that stays is a finding, in the table and in the log. If more was promised than there is, the sale
 *       is paused. It is not repaired: somebody should look first.
 *   <li>A sale that is over, and of which nothing waits to be written, costs nothing any more.
 * </ul>
 */
public final class Reconciliation implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);
  private static final Duration OVER_FOR = Duration.ofMinutes(1);
  private static final int LOOKS = 3;
  private static final int ROUNDS_WITHOUT_COUNTING = 30;

  private final Surroundings surroundings;
  private final SaleStore store;
  private final SaleKeeper keeper;
  private final Reconciler reconciler;
  private final SaleMemory memory;
  private final Recovery recovery;
  private final Map<Long, Suspicion> suspicions = new HashMap<>(); // the thread's own
  private final Repeated rounds;
  private int uncounted = ROUNDS_WITHOUT_COUNTING; // the thread's own

  /** For all sales of the production path outside the Lab. */
  public Reconciliation(Surroundings surroundings, SaleMemory memory, Duration every) {
    this.surroundings = surroundings;
    this.store = new SaleStore(surroundings.database());
    this.keeper = new SaleKeeper(store, memory, number -> new StreamRung(surroundings));
    this.reconciler = new Reconciler(surroundings, memory);
    this.memory = memory;
    this.recovery = new Recovery(surroundings.database(), memory, keeper, reconciler);
    this.rounds = new Repeated("reconciliation", every, this::round);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round over all sales. By one thread at a time. */
  public void round() {
    Optional<Lease> turn = surroundings.holdfast().lock(Recovery.LOCK).tryAcquire();
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
    Optional<String> missing =
        sale.status() == SaleStatus.CLOSED ? Optional.empty() : missing(sale);
    if (missing.isPresent()) {
      suspicions.remove(sale.id());
      recovery.recover(sale, missing.get());
      return;
    }
    if (keeper.publish(sale.id()) == Published.DONE) {
      compare(sale);
    }
    if (sale.status() == SaleStatus.CLOSED
        || sale.endsAt().isBefore(Instant.now().minus(OVER_FOR))) {
      settle(sale);
    }
  }

  private Optional<String> missing(Sale sale) {
    Reliance reliance =
        store.reliances(List.of(sale)).getOrDefault(sale.id(), new Reliance(0, false));
    long seen = Math.max(reliance.stamp(), surroundings.pledges().highest(sale.id()));
    return memory.prove(sale, seen, reliance.doubted());
  }

  private void compare(Sale sale) {
    if (uncounted == 0 && reconciler.isMiscounted(sale.id())) {
      report(sale, reconciler.look(sale.id()));
    }
    Books books = reconciler.glance(sale.id());
    Suspicion suspicion = suspicions.computeIfAbsent(sale.id(), id -> new Suspicion(LOOKS));
    if (suspicion.isConfirmedBy(books.difference())) {
      report(sale, books);
    }
    if (books.difference() == 0 || suspicion.confirmed() != 0) {
      store.difference(sale.id(), suspicion.confirmed()); // as long as it stands
    }
  }

  /** What is in Redis alone is written first, however long that takes. */
  private void settle(Sale sale) {
    Optional<Standing> standing = memory.standing(sale.id());
    boolean isEmpty =
        standing.map(now -> now.pending() == 0 && now.reserved() == 0).orElse(true);
    if (isEmpty) {
      suspicions.remove(sale.id());
      store.settle(sale);
    }
  }

  private void report(Sale sale, Books books) {
    LOG.error("sale {}: {} ({})", sale.id(), books.detail(), books);
    recovery.note(sale, books, books.detail());
    if (books.difference() > 0 && sale.status() == SaleStatus.OPEN) {
      keeper.pause(sale.id(), books.detail());
    }
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
