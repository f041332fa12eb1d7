package io.holdfast.flashsale.web;

import io.holdfast.flashsale.door.SoldOutMemory;
import io.holdfast.flashsale.reconcile.Books;
import io.holdfast.flashsale.reconcile.Reconciler;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStore;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What admins see, and what this instance forgets at once when they change something. Thread-safe. */
final class AdminDesk {

  private static final Logger LOG = LoggerFactory.getLogger(AdminDesk.class);

  private final SaleStore store;
  private final AdminShelf shelf;
  private final Reconciler reconciler;
  private final Catalogue catalogue;
  private final SaleCache cache;
  private final SoldOutMemory soldOut;

  AdminDesk(
      SaleStore store,
      AdminShelf shelf,
      Reconciler reconciler,
      Catalogue catalogue,
      SaleCache cache,
      SoldOutMemory soldOut) {
    this.store = store;
    this.shelf = shelf;
    this.reconciler = reconciler;
    this.catalogue = catalogue;
    this.cache = cache;
    this.soldOut = soldOut;
  }

  Books repair(long id) {
    Books books = reconciler.repair(id);
    changed("repaired", store.get(id));
    return books;
  }

  /** Somebody has changed this sale just now. */
  AdminSaleView changed(String what, Sale sale) {
    LOG.info("sale {} {} by an admin: {}", sale.id(), what, sale);
    cache.put(sale);
    soldOut.forget(sale.id());
    catalogue.forget();
    return view(sale);
  }

  AdminSaleView view(Sale sale) {
    return views(List.of(sale)).get(0);
  }

  List<AdminSaleView> views(List<Sale> sales) {
    return shelf.views(sales);
  }
}
