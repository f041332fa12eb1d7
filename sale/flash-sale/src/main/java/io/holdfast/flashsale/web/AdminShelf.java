package io.holdfast.flashsale.web;

import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.ladder.Rungs;
import io.holdfast.flashsale.sale.Sale;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sales with all that admins see of them. Thread-safe. */
final class AdminShelf {

  private static final String MORE = """
      select s.id, s.settled_at is not null as settled, s.archived_at is not null as archived,
             (select count(*) from dead_letters d where d.sale_id = s.id) as dead_letters,
             (select count(*) from findings f where f.sale_id = s.id) as findings,
             (select count(*) from refunds r join payment_attempts a on a.id = r.attempt_id
                join orders o on o.id = a.order_id where o.sale_id = s.id) as refunds
        from sales s where s.id = any(?)""";

  private record More(
      long id, boolean settled, boolean archived, int deadLetters, int findings, int refunds) {}

  private final Stock stock;
  private final Catalogue catalogue;
  private final JdbcClient jdbc;

  AdminShelf(Stock stock, Catalogue catalogue, DataSource database) {
    this.stock = stock;
    this.catalogue = catalogue;
    this.jdbc = JdbcClient.create(database);
  }

  /** All of them, in the same order. */
  List<AdminSaleView> views(List<Sale> sales) {
    Map<Long, Standing> standings = stock.standings(sales);
    Map<Long, More> more = more(sales);
    List<SaleView> views = catalogue.views(sales);
    return IntStream.range(0, sales.size())
        .mapToObj(i -> {
          Sale sale = sales.get(i);
          Standing standing = standings.getOrDefault(sale.id(), Stock.NOTHING);
          return view(sale, views.get(i), standing, Objects.requireNonNull(more.get(sale.id())));
        })
        .toList();
  }

  private static AdminSaleView view(Sale sale, SaleView view, Standing standing, More more) {
    return new AdminSaleView(
        view,
        Rungs.info(sale.rung()).name(),
        sale.status(),
        more.settled(),
        more.archived(),
        sale.epoch(),
        sale.sold(),
        standing.reserved(),
        standing.pending(),
        more.deadLetters(),
        more.findings(),
        more.refunds());
  }

  private Map<Long, More> more(List<Sale> sales) {
    return jdbc
        .sql(MORE)
        .param(sales.stream().map(Sale::id).toArray(Long[]::new))
        .query((row, number) -> new More(
            row.getLong("id"),
            row.getBoolean("settled"),
            row.getBoolean("archived"),
            row.getInt("dead_letters"),
            row.getInt("findings"),
            row.getInt("refunds")))
        .list()
        .stream()
        .collect(Collectors.toMap(More::id, Function.identity()));
  }
}
