package io.holdfast.flashsale.accept;

import io.holdfast.flashsale.buying.Purchase;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * What this instance has promised to buyers, by the stamps of Redis, until it is known to be in the database. If Redis loses it,
 * this instance still knows. Thread-safe.
 */
public final class Pledges {

  /** When there are more than so many, the oldest of their sale are forgotten. */
  private static final int MOST = 100_000;

  private static final class OfSale {
    final LongAccumulator highest = new LongAccumulator(Math::max, 0);
    final ConcurrentSkipListMap<Long, Purchase> open = new ConcurrentSkipListMap<>();
  }

  private final ConcurrentHashMap<Long, OfSale> sales = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Redis has accepted it, and the buyer will be told. */
  public void made(Purchase purchase, long stamp) {
    OfSale sale = of(purchase.sale().id());
    if (sale.open.put(stamp, purchase) == null && count.incrementAndGet() > MOST) {
      if (sale.open.pollFirstEntry() != null) {
        count.decrementAndGet();
      }
    }
    sale.highest.accumulate(stamp);
  }

  /** Somebody has seen this stamp. */
  public void heard(long saleId, long stamp) {
    of(saleId).highest.accumulate(stamp);
  }

  /** The highest stamp that this instance has seen of the sale; 0 if none. */
  public long highest(long saleId) {
    OfSale sale = sales.get(saleId);
    return sale == null ? 0 : sale.highest.get();
  }

  /** What was promised under stamps below this one. */
  public List<Purchase> below(long saleId, long stamp) {
    OfSale sale = sales.get(saleId);
    return sale == null ? List.of() : List.copyOf(sale.open.headMap(stamp).values());
  }

  /** What was promised under stamps below this one is kept, or will never be. */
  public void settled(long saleId, long stamp) {
    OfSale sale = sales.get(saleId);
    while (sale != null && !sale.open.isEmpty() && sale.open.firstKey() < stamp) {
      if (sale.open.pollFirstEntry() != null) {
        count.decrementAndGet();
      }
    }
  }

  /** How many there are. */
  public int size() {
    return count.get();
  }

  private OfSale of(long saleId) {
    return sales.computeIfAbsent(saleId, id -> new OfSale());
  }
}
