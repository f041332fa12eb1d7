package io.holdfast.flashsale.web;

import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.sale.SaleStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.function.ToDoubleFunction;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What there is to know about all sales together, read now and then. The same in every instance. Thread-safe. */
final class SaleMeters implements MeterBinder {

  private static final Logger LOG = LoggerFactory.getLogger(SaleMeters.class);

  private static final String QUESTION = """
      select count(*) filter (where status = 'OPEN' and opens_at <= now()) as open,
             count(*) filter (where status = 'PAUSED') as paused,
             (select count(*) from dead_letters d join sales s on s.id = d.sale_id and not s.lab) as dead_letters,
             (select coalesce(sum(abs(f.difference)), 0) from (
                select distinct on (sale_id) sale_id, difference from findings
                 where created_at > now() - interval '1 minute' and not repaired
                 order by sale_id, id desc) f) as difference
        from sales where not lab and ends_at > now() and status <> 'CLOSED'""";

  /**
   * All figures of one moment.
   *
   * @param open sales that sell
   * @param paused sales that are paused
   * @param deadLetters entries that could not become orders
   * @param difference units that the reconciliation misses, or has too many of
   * @param reserved units accepted and not in the database yet
   * @param pending entries of the streams
   */
  private record Figures(
      long open, long paused, long deadLetters, long difference, long reserved, long pending) {}

  private final SaleStore store;
  private final Stock stock;
  private final JdbcClient jdbc;
  private volatile Figures figures = new Figures(0, 0, 0, 0, 0, 0);

  SaleMeters(SaleStore store, Stock stock, DataSource database) {
    this.store = store;
    this.stock = stock;
    this.jdbc = JdbcClient.create(database);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge(registry, "flashsale.sales.open", "Sales that sell", Figures::open);
    gauge(registry, "flashsale.sales.paused", "Sales that are paused", Figures::paused);
    gauge(
        registry,
        "flashsale.deadletters",
        "Entries that could not become orders",
        Figures::deadLetters);
    gauge(
        registry,
        "flashsale.reconcile.difference",
        "Units missing or too many",
        Figures::difference);
    gauge(registry, "flashsale.reserved", "Units accepted, not yet written", Figures::reserved);
    gauge(registry, "flashsale.pending", "Orders accepted, not yet written", Figures::pending);
  }

  private void gauge(
      MeterRegistry registry, String name, String what, ToDoubleFunction<Figures> value) {
    Gauge.builder(name, this, meters -> value.applyAsDouble(meters.figures))
        .description(what)
        .register(registry);
  }

  /** Reads them anew; what cannot be read stays as it was. */
  void read() {
    try {
      Collection<Standing> standings = stock.standings(store.active(false)).values();
      figures = jdbc.sql(QUESTION)
          .query((row, number) -> new Figures(
              row.getLong("open"),
              row.getLong("paused"),
              row.getLong("dead_letters"),
              row.getLong("difference"),
              standings.stream().mapToLong(Standing::reserved).sum(),
              standings.stream().mapToLong(Standing::pending).sum()))
          .single();
    } catch (RuntimeException away) {
      LOG.debug("the sales' figures stay as they were", away);
    }
  }
}
