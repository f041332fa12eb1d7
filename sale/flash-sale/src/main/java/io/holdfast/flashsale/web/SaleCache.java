package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * The sales as they were a moment ago, so that a purchase does not ask the database. An old one is given out while
 * a newer one is fetched, and for as long as the database is away. Thread-safe.
 */
final class SaleCache {

  private static final long FRESH_NANOS = Duration.ofMillis(250).toNanos();
  private static final int MOST = 2000;

  private record Entry(Listing listing, long readNanos, AtomicBoolean isBeingRead) {}

  private final SaleStore store;
  private final Executor background;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<Long, Entry> entries = new ConcurrentHashMap<>();

  SaleCache(SaleStore store, Executor background, LongSupplier nanoTime) {
    this.store = store;
    this.background = background;
    this.nanoTime = nanoTime;
  }

  /** The sale of that number; null if there is none. One that nobody asked for before is read at once. */
  @Nullable
  Listing find(long id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      return read(id);
    }
    if (nanoTime.getAsLong() - entry.readNanos > FRESH_NANOS
        && entry.isBeingRead.compareAndSet(false, true)) {
      readLater(id, entry);
    }
    return entry.listing;
  }

  /** What this instance has just changed or made. */
  void put(Sale sale) {
    if (entries.size() >= MOST) {
      entries.clear(); // rare, and the next ones who ask bring back what is needed
    }
    entries.put(sale.id(), new Entry(Listing.of(sale), nanoTime.getAsLong(), new AtomicBoolean()));
  }

  private @Nullable Listing read(long id) {
    Sale sale = store.find(id).orElse(null);
    if (sale == null) {
      entries.remove(id);
      return null;
    }
    put(sale);
    return Listing.of(sale);
  }

  private void readLater(long id, Entry entry) {
    try {
      background.execute(() -> {
        try {
          read(id);
        } catch (DataAccessException away) {
          entry.isBeingRead.set(false); // the old one has to do until the next try
        }
      });
    } catch (RejectedExecutionException busyOrEnding) {
      entry.isBeingRead.set(false);
    }
  }
}
