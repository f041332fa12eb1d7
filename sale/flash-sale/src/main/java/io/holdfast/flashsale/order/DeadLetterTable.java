package io.holdfast.flashsale.order;

import io.holdfast.flashsale.buying.OrderId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What could not become an order. Thread-safe. */
final class DeadLetterTable {

  private final JdbcClient jdbc;

  DeadLetterTable(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  List<DeadLetter> of(long saleId, int limit) {
    return jdbc.sql("""
        select entry_id, order_id, error, payload, created_at from dead_letters
         where sale_id = ? order by created_at desc limit ?""")
        .params(saleId, limit)
        .query((row, number) -> new DeadLetter(
            row.getString("entry_id"),
            row.getString("order_id"),
            row.getString("error"),
            row.getString("payload"),
            row.getObject("created_at", OffsetDateTime.class).toInstant()))
        .list();
  }

  /** The order that this one would have been. */
  Optional<Order> failed(OrderId id) {
    return jdbc.sql("""
        select d.sale_id, s.name, d.user_id, coalesce(d.quantity, 0) as quantity, s.price_cents, d.created_at
          from dead_letters d join sales s on s.id = d.sale_id
         where d.order_id = ? and d.user_id is not null
         limit 1""")
        .param(id.toString())
        .query((row, number) -> failed(id, row))
        .optional();
  }

  private static Order failed(OrderId id, ResultSet row) throws SQLException {
    Instant at = row.getObject("created_at", OffsetDateTime.class).toInstant();
    return new Order(
        id,
        row.getLong("sale_id"),
        row.getString("name"),
        row.getString("user_id"),
        row.getInt("quantity"),
        row.getLong("price_cents"),
        OrderStatus.FAILED,
        at,
        at);
  }
}
