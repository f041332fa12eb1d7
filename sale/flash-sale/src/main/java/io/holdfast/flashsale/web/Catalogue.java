package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** The sales with what is left of them, as pages show them. Thread-safe. */
final class Catalogue {

  private static final Duration FRESH = Duration.ofMillis(250);

  private record Page(Instant readAt, List<SaleView> sales) {}

  private final SaleStore store;
  private final Stock stock;
  private final InstantSource clock;
  private volatile Page page = new Page(Instant.EPOCH, List.of());

  Catalogue(SaleStore store, Stock stock, InstantSource clock) {
    this.store = store;
    this.stock = stock;
    this.clock = clock;
  }

  /** All but the Lab's, newest first; up to a quarter of a second old, however many ask. */
  List<SaleView> all() {
    Instant now = now();
    Page known = page;
    if (known.readAt.plus(FRESH).isAfter(now)) {
      return known.sales;
    }
    synchronized (this) {
      if (page.readAt.plus(FRESH).isBefore(now())) {
        page = new Page(now(), views(store.list(false)));
      }
      return page.sales;
    }
  }

  /**
   * That one, as it is now.
   *
   * @throws io.holdfast.flashsale.sale.NoSuchSaleException if there is none
   */
  SaleView get(long id) {
    return views(List.of(store.get(id))).get(0);
  }

  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** All of them, in the same order. */
  List<SaleView> views(List<Sale> sales) {
    Map<Long, Integer> available = stock.available(sales);
    Instant now = now();
    return sales.stream()
        .map(sale -> SaleView.of(sale, available.getOrDefault(sale.id(), 0), now))
        .toList();
  }

  /** This instance has changed something: whoever asks next sees it. */
  void forget() {
    page = new Page(Instant.EPOCH, List.of());
  }
}
