package io.holdfast.flashsale.web;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What there is to know about all sales together, read now and then. The same in every instance. Thread-safe. */
final class SaleMeters implements MeterBinder {

  private static final Logger LOG = LoggerFactory.getLogger(SaleMeters.class);

  private static final long LIMIT_SECONDS = 5;

  private static final String QUESTION = """
      select count(*) filter (where status = 'OPEN' and opens_at <= now()) as open,
             count(*) filter (where status = 'PAUSED') as paused,
             (select count(*) from dead_letters d join sales s on s.id = d.sale_id and not s.lab) as dead_letters,
             (select coalesce(sum(abs(difference)), 0) from sales where not lab and status <> 'CLOSED') as difference
        from sales where not lab and ends_at > now() and status <> 'CLOSED'""";

  /**
   * All figures of one moment.
   *
   * @param open sales that sell
   * @param paused sales that are paused
   * @param deadLetters entries that could not become orders
   * @param difference units that the reconciliation misses, or has too many of
   */
  private record Figures(double open, double paused, double deadLetters, double difference) {}

  /**
   * The same of Redis.
   *
   * @param reserved units accepted and not in the database yet
   * @param pending entries of the streams
   */
  private record Waiting(double reserved, double pending) {}

  /** What nobody can say is no number; a number would be a lie. */
  private static final Figures NOT_KNOWN =
      new Figures(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final Waiting NOT_COUNTED = new Waiting(Double.NaN, Double.NaN);

  private final SaleStore store;
  private final SaleMemory memory;
  private final JdbcClient jdbc;
  private volatile Figures figures = NOT_KNOWN;
  private volatile Waiting waiting = NOT_COUNTED;
  private List<Sale> sales = List.of(); // the reader's own

  SaleMeters(SaleStore store, SaleMemory memory, DataSource database) {
    this.store = store;
    this.memory = memory;
    this.jdbc = JdbcClient.create(database);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "flashsale.sales.open", "Sales that sell", () -> figures.open());
    gauge(registry, "flashsale.sales.paused", "Sales that are paused", () -> figures.paused());
    gauge(
        registry,
        "flashsale.deadletters",
        "Entries that could not become orders",
        () -> figures.deadLetters());
    gauge(
        registry,
        "flashsale.reconcile.difference",
        "Units missing or too many",
        () -> figures.difference());
    gauge(
        registry,
        "flashsale.reserved",
        "Units accepted, not yet written",
        () -> waiting.reserved());
    gauge(
        registry, "flashsale.pending", "Orders accepted, not yet written", () -> waiting.pending());
  }

  private static void gauge(
      MeterRegistry registry, String name, String what, Supplier<Number> value) {
    Gauge.builder(name, value).description(what).register(registry);
  }

  /** Reads them anew. While the database is away, Redis is asked about the sales that were known before. */
  void read() {
    try {
      sales = store.active(false);
      figures = jdbc.sql(QUESTION)
          .query((row, number) -> new Figures(
              row.getLong("open"),
              row.getLong("paused"),
              row.getLong("dead_letters"),
              row.getLong("difference")))
          .single();
    } catch (RuntimeException away) {
      LOG.debug("the database does not answer", away);
      figures = NOT_KNOWN;
    }
    try {
      List<CompletableFuture<Optional<Standing>>> asked = sales.stream()
          .map(sale -> memory.standingAsync(sale.id()).toCompletableFuture())
          .toList();
      long reserved = 0;
      long pending = 0;
      for (CompletableFuture<Optional<Standing>> reply : asked) {
        Standing standing = reply.get(LIMIT_SECONDS, TimeUnit.SECONDS).orElse(Stock.NOTHING);
        reserved += standing.reserved();
        pending += standing.pending();
      }
      waiting = new Waiting(reserved, pending);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the instance ends
    } catch (ExecutionException | TimeoutException | RuntimeException away) {
      LOG.debug("Redis does not answer", away);
      waiting = NOT_COUNTED;
    }
  }
}
