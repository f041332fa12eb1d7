package io.holdfast.flashsale.order;

import io.holdfast.flashsale.accept.Reservation;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.sale.SaleStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** The orders, those included that are only promised so far. Thread-safe. */
public final class Orders {

  private final OrderTable table;
  private final DeadLetterTable deadLetters;
  private final OrderExport export;
  private final SaleStore sales;
  private final SaleMemory memory;
  private final Duration payWithin;

  public Orders(DataSource database, SaleMemory memory, Duration payWithin) {
    this.table = new OrderTable(database);
    this.deadLetters = new DeadLetterTable(database);
    this.export = new OrderExport(database);
    this.sales = new SaleStore(database);
    this.memory = memory;
    this.payWithin = payWithin;
  }

  /** The order, if it is this user's. */
  public Optional<Order> find(OrderId id, String user) {
    return table
        .find(id)
        .or(() -> promised(id))
        .or(() -> table.find(id)) // it may have been written between the two looks
        .or(() -> deadLetters.failed(id))
        .filter(order -> order.user().equals(user));
  }

  private Optional<Order> promised(OrderId id) {
    return memory.reservation(id).flatMap(reservation -> order(id, reservation));
  }

  private Optional<Order> order(OrderId id, Reservation reservation) {
    return sales
        .find(id.saleId())
        .map(sale -> new Order(
            id,
            sale.id(),
            sale.name(),
            reservation.user(),
            reservation.quantity(),
            sale.priceCents(),
            OrderStatus.ACCEPTED,
            reservation.acceptedAt(),
            reservation.acceptedAt().plus(payWithin)));
  }

  /** The user's orders in the database, newest first. */
  public List<Order> ofUser(String user, int limit) {
    return table.ofUser(user, limit);
  }

  /**
   * Cancels an order that waits for its payment. Against a payment at the same time, the database decides: one of
   * them is too late.
   */
  public Cancellation cancel(OrderId id, String user) {
    Optional<Order> found = find(id, user);
    if (found.isEmpty()) {
      return new Cancellation.NoSuchOrder();
    } else if (found.get().status() == OrderStatus.ACCEPTED) {
      return new Cancellation.NotYet(found.get());
    }
    table.end(List.of(id.value()), OrderStatus.CANCELLED);
    Order now = find(id, user).orElseGet(found::get);
    return now.status() == OrderStatus.CANCELLED
        ? new Cancellation.Cancelled(now)
        : new Cancellation.TooLate(now);
  }

  /** Writes all orders of a sale, oldest first, with a header. */
  public void export(long saleId, Appendable csv) throws IOException {
    export.write(saleId, csv);
  }

  /** Entries of a sale that could not become orders, newest first. */
  public List<DeadLetter> deadLetters(long saleId, int limit) {
    return deadLetters.of(saleId, limit);
  }
}
