package io.holdfast.flashsale.order;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.buying.OrderId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** The orders, those included that are only promised so far. Thread-safe. */
public final class Orders {

  public Orders(DataSource database, SaleMemory memory, Duration payWithin) {}

  /** The order, if it is this user's. */
  public Optional<Order> find(OrderId id, String user) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** The user's orders in the database, newest first. */
  public List<Order> ofUser(String user, int limit) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Cancels an order that waits for its payment. */
  public Cancellation cancel(OrderId id, String user) {
    return io.holdfast.flashsale.work.Later.body();
  }

  /** Writes all orders of a sale, oldest first, with a header. */
  public void export(long saleId, Appendable csv) throws IOException {
    io.holdfast.flashsale.work.Later.body();
  }

  /** Entries of a sale that could not become orders, newest first. */
  public List<DeadLetter> deadLetters(long saleId, int limit) {
    return io.holdfast.flashsale.work.Later.body();
  }
}
