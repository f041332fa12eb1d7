package io.holdfast.flashsale.web;

import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.door.SoldOutMemory;
import io.holdfast.flashsale.operating.SaleKeeper;
import io.holdfast.flashsale.reconcile.Books;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What admins change, and what they see. This instance knows of their changes at once. Thread-safe. */
final class AdminDesk {

  private static final Logger LOG = LoggerFactory.getLogger(AdminDesk.class);

  private final SaleKeeper keeper;
  private final SaleStore store;
  private final Stock stock;
  private final Reconciler reconciler;
  private final Catalogue catalogue;
  private final SaleCache cache;
  private final SoldOutMemory soldOut;
  private final JdbcClient jdbc;

  AdminDesk(
      SaleKeeper keeper,
      SaleStore store,
      Stock stock,
      Reconciler reconciler,
      Catalogue catalogue,
      SaleCache cache,
      SoldOutMemory soldOut,
      DataSource database) {
    this.keeper = keeper;
    this.store = store;
    this.stock = stock;
    this.reconciler = reconciler;
    this.catalogue = catalogue;
    this.cache = cache;
    this.soldOut = soldOut;
    this.jdbc = JdbcClient.create(database);
  }

  Sale create(NewSale wish) {
    return changed("created", keeper.create(wish));
  }

  Sale open(long id) {
    return changed("opened", keeper.open(id));
  }

  Sale pause(long id, String reason) {
    return changed("paused", keeper.pause(id, reason));
  }

  Sale close(long id) {
    return changed("closed", keeper.close(id));
  }

  Sale restock(long id, int units) {
    return changed("restocked", keeper.restock(id, units));
  }

  Books repair(long id) {
    Books books = reconciler.repair(id);
    changed("repaired", store.get(id));
    return books;
  }

  private Sale changed(String what, Sale sale) {
    LOG.info("sale {} {} by an admin: {}", sale.id(), what, sale);
    cache.put(sale);
    soldOut.forget(sale.id());
    catalogue.forget();
    return sale;
  }

  List<AdminSaleView> list() {
    return views(store.list(false));
  }

  AdminSaleView view(Sale sale) {
    return views(List.of(sale)).get(0);
  }

  private List<AdminSaleView> views(List<Sale> sales) {
    Map<Long, Standing> standings = stock.standings(sales);
    Map<Long, Integer> deadLetters = deadLetters(sales);
    List<SaleView> views = catalogue.views(sales);
    return IntStream.range(0, sales.size())
        .mapToObj(i -> {
          Sale sale = sales.get(i);
          Standing standing = standings.getOrDefault(sale.id(), Stock.NOTHING);
          return new AdminSaleView(
              views.get(i),
              sale.epoch(),
              sale.sold(),
              standing.reserved(),
              standing.pending(),
              deadLetters.getOrDefault(sale.id(), 0));
        })
        .toList();
  }

  private Map<Long, Integer> deadLetters(List<Sale> sales) {
    return jdbc
        .sql("select sale_id, count(*) from dead_letters where sale_id = any(?) group by sale_id")
        .param(sales.stream().map(Sale::id).toArray(Long[]::new))
        .query((row, number) -> Map.entry(row.getLong(1), row.getInt(2)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
