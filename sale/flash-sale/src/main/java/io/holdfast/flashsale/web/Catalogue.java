package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.NoSuchSaleException;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;

/**
 * The sales with what is left of them, as pages show them. Nobody who looks waits long for the database: what is known
 * is given out while something newer is fetched, and for as long as the database is away. Thread-safe.
 */
final class Catalogue {

  private static final Duration FRESH = Duration.ofMillis(250);
  private static final long WAIT_NANOS = Duration.ofMillis(300).toNanos();

  private record Page(
      long number,
      Instant readAt,
      List<Sale> sales,
      List<SaleView> views,
      Map<String, SaleView> byId) {}

  private final SaleStore store;
  private final Stock stock;
  private final SaleCache others;
  private final Executor background;
  private final InstantSource clock;
  private Reading reading = new Reading();
  private final AtomicLong begun = new AtomicLong();
  private volatile boolean isAway;
  private volatile Page page = new Page(0, Instant.EPOCH, List.of(), List.of(), Map.of());

  /**
   * A catalogue.
   *
   * @param others sales that are not among those shown
   * @param background may wait for the database
   */
  Catalogue(
      SaleStore store, Stock stock, SaleCache others, Executor background, InstantSource clock) {
    this.store = store;
    this.stock = stock;
    this.others = others;
    this.background = background;
    this.clock = clock;
    this.reading.end();
  }

  /** All but the Lab's, newest first; usually up to a quarter of a second old, however many ask. */
  List<SaleView> all() {
    return page().views;
  }

  /**
   * That one. One that is not among those shown, which somebody else has just made or nobody asked for in a while, is
   * read at once, if {@code toll} lets the caller pass.
   *
   * @throws NoSuchSaleException if there is none
   */
  SaleView get(long id, Runnable toll) {
    SaleView shown = page().byId.get(Long.toString(id));
    if (shown != null) {
      return shown;
    }
    toll.run();
    Listing listing = others.find(id);
    if (listing == null) {
      throw new NoSuchSaleException(id);
    }
    return views(List.of(listing.sale())).get(0);
  }

  /*
   * Whoever finds an old page waits a moment for the new one: until so long after its reading has begun, however many
   * wait, and not at all once the database was away.
   */
  private Page page() {
    if (page.readAt.plus(FRESH).isAfter(now())) {
      return page;
    }
    Reading now = reading();
    if (!isAway) {
      now.await();
    }
    return page;
  }

  /** The one that goes on, or a new one. */
  private synchronized Reading reading() {
    if (!reading.isOver()) {
      return reading;
    }
    Reading next = new Reading();
    reading = next;
    try {
      background.execute(() -> {
        try {
          refresh();
        } finally {
          next.end();
        }
      });
    } catch (RejectedExecutionException ending) {
      next.end();
    }
    return next;
  }

  /** Somebody reads. */
  private static final class Reading {

    private final long beganNanos = System.nanoTime();
    private final CountDownLatch over = new CountDownLatch(1);

    void end() {
      over.countDown();
    }

    boolean isOver() {
      return over.getCount() == 0;
    }

    void await() {
      try {
        boolean unused =
            over.await(beganNanos + WAIT_NANOS - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reads it now, in this thread: at the start, and when this instance has changed something. */
  void refresh() {
    long number = begun.incrementAndGet();
    Instant now = now();
    List<Sale> sales;
    try {
      sales = store.list(false);
      isAway = false;
    } catch (DataAccessException away) {
      isAway = true;
      sales = page.sales; // the stock may still be known
    }
    List<SaleView> views = views(sales);
    put(new Page(
        number,
        now,
        sales,
        views,
        views.stream().collect(Collectors.toMap(SaleView::id, Function.identity()))));
  }

  /** Whoever has begun to read later knows more. */
  private synchronized void put(Page read) {
    if (read.number > page.number) {
      page = read;
    }
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
    refresh();
  }
}
