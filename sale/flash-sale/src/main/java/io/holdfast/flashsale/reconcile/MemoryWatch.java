package io.holdfast.flashsale.reconcile;

import io.holdfast.Lease;
import io.holdfast.flashsale.accept.Pledges;
import io.holdfast.flashsale.accept.SaleMemory;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Proves several times a second, for every sale that sells, that Redis still knows what it has promised, by the stamp that the
 * database has of it and this instance has seen. If not, the sale is paused at once, rebuilt, and goes on. In every instance.
 * Thread-safe.
 */
/*
 *   proof fails --> paused in Redis, by the proof itself --> paused in the database --> rebuilt under a new epoch
 *     --> every instance presents what it had promised (a second is left for that) --> goes on
 *
 * While PostgreSQL is away the last stamps that were read have to do: the sale is paused, and rebuilt afterwards.
 */
public final class MemoryWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);
  private static final Duration AHEAD = Duration.ofSeconds(2);
  private static final long PRESENTED_WITHIN_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long KEEP_NANOS = Duration.ofSeconds(10).toNanos();

  private record Mark(long stamp, long nanos) {}

  private final Surroundings surroundings;
  private final SaleStore store;
  private final SaleMemory memory;
  private final Pledges pledges;
  private final Recovery recovery;
  private final Reclaim reclaim;
  private final Repeated rounds;
  // The thread's own:
  private List<Sale> sales = List.of();
  private Map<Long, Reliance> reliances = Map.of();
  private final Map<Long, Long> soundSince = new HashMap<>();
  private final Map<Long, Mark> marks = new HashMap<>();
  private final Set<Long> inTrouble = new HashSet<>();

  public MemoryWatch(Surroundings surroundings, SaleMemory memory, Duration every) {
    this.surroundings = surroundings;
    this.store = new SaleStore(surroundings.database());
    this.memory = memory;
    this.pledges = surroundings.pledges();
    SaleKeeper keeper = new SaleKeeper(store, memory, number -> new StreamRung(surroundings));
    this.recovery =
        new Recovery(surroundings.database(), memory, keeper, new Reconciler(surroundings, memory));
    this.reclaim = new Reclaim(surroundings, memory);
    this.rounds = new Repeated("memory-watch", every, this::round);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One look at all sales that sell. By one thread at a time. */
  public void round() {
    boolean hasDatabase = readSales();
    for (Sale sale : sales) {
      try {
        look(sale, hasDatabase);
      } catch (RuntimeException e) { // the trouble of one sale is not that of the others
        LOG.warn("sale {}: Redis' memory is looked at again: {}", sale.id(), e.toString());
      }
    }
  }

  private boolean readSales() {
    try {
      List<Sale> now =
          store.active(false).stream().filter(MemoryWatch::isWatched).toList();
      reliances = now.isEmpty() ? Map.of() : store.reliances(now);
      sales = now;
      return true;
    } catch (DataAccessException away) {
      return false;
    }
  }

  private static boolean isWatched(Sale sale) {
    Instant now = Instant.now();
    boolean isSelling = sale.status() == SaleStatus.OPEN
        && sale.opensAt().isBefore(now.plus(AHEAD))
        && sale.endsAt().isAfter(now);
    return isSelling || Recovery.isRebuilding(sale);
  }

  private void look(Sale sale, boolean hasDatabase) {
    Reliance reliance = reliances.getOrDefault(sale.id(), new Reliance(0, false));
    pledges.heard(sale.id(), reliance.stamp());
    Optional<String> missing = memory.prove(sale, pledges.highest(sale.id()), reliance.doubted());
    if (missing.isPresent()) {
      soundSince.remove(sale.id());
      if (inTrouble.add(sale.id())) {
        LOG.error("sale {}: Redis has lost {}; it sells nothing now", sale.id(), missing.get());
      }
      if (hasDatabase) {
        rebuild(sale, missing.get());
      }
      return;
    }
    inTrouble.remove(sale.id());
    if (hasDatabase) {
      sound(sale, reliance);
    }
  }

  private void rebuild(Sale sale, String missing) {
    Optional<Lease> turn = surroundings.holdfast().lock(Recovery.LOCK).tryAcquire();
    if (turn.isPresent()) { // else another instance does it
      try (Lease lease = turn.get()) {
        recovery.recover(sale, missing);
      }
    }
  }

  private void sound(Sale sale, Reliance reliance) {
    reclaim.of(sale);
    long now = System.nanoTime();
    // Entries are not always written in order: what the database's stamp has passed is kept a while
    // longer.
    Mark mark = marks.get(sale.id());
    if (mark == null || now - mark.nanos() >= KEEP_NANOS) {
      pledges.settled(sale.id(), mark == null ? 0 : mark.stamp());
      marks.put(sale.id(), new Mark(reliance.stamp(), now));
    }
    if (Recovery.isRebuilding(sale)) {
      long since = soundSince.computeIfAbsent(sale.id(), id -> now);
      if (now - since >= PRESENTED_WITHIN_NANOS) {
        recovery.resume(sale);
        soundSince.remove(sale.id());
      }
    }
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
