package io.holdfast.flashsale.order;

import io.holdfast.flashsale.buying.OrderId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The orders of the database. Thread-safe. */
public final class OrderTable {

  private static final String SELECT = """
      select o.id, o.sale_id, s.name, o.user_id, o.quantity, o.price_cents, o.status, o.accepted_at, o.pay_by
        from orders o join sales s on s.id = o.sale_id
      """;

  /*
   * Ends orders that wait for their payment, and takes their units out of the count; the condition on the status is
   * repeated on the row itself, so a payment at the same time comes before or after, not in between. Where the stock is
   * in the database the units are for sale again at once; where it is in Redis, GiveBack sees to it. An order may end
   * while it is being paid: whoever hears that the money was taken sees that it goes back.
   */
  private static final String END = """
      with over as (
        update orders o set status = ?, given_back = s.rung not in (10, 11)
          from sales s
         where s.id = o.sale_id and o.status = 'AWAITING_PAYMENT' and o.id = any (?)
        returning o.id, o.sale_id, o.quantity, s.rung
      ), back as (
        select sale_id, rung, sum(quantity) as units from over group by sale_id, rung
      ), counted as (
        update sales s set sold = sold - b.units from back b where s.id = b.sale_id and b.rung >= 11
      ), shelved as (
        update shelves h set available = available + b.units from back b
         where h.sale_id = b.sale_id and b.rung <= 9
      )
      select count(*) from over""";

  private final JdbcClient jdbc;

  public OrderTable(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /** The order of that id, if it is in the database. */
  public Optional<Order> find(OrderId id) {
    return jdbc.sql(SELECT + " where o.id = ?")
        .param(id.value())
        .query(OrderTable::order)
        .optional();
  }

  List<Order> ofUser(String user, int limit) {
    return jdbc.sql(SELECT + " where o.user_id = ? order by o.created_at desc limit ?")
        .params(user, limit)
        .query(OrderTable::order)
        .list();
  }

  /** Orders of sales outside the Lab whose time to pay is over. */
  List<UUID> unpaid(int limit) {
    return jdbc.sql("""
        select o.id from orders o join sales s on s.id = o.sale_id
         where o.status = 'AWAITING_PAYMENT' and o.pay_by < now() and not s.lab
         order by o.pay_by limit ?""").param(limit).query(UUID.class).list();
  }

  /** Ends those that wait for their payment, and says how many these were. */
  int end(List<UUID> ids, OrderStatus as) {
    return jdbc.sql(END)
        .params(as.name(), ids.toArray(new UUID[0]))
        .query(Integer.class)
        .single();
  }

  /** Whether money went back or will that was taken for an order that is over. */
  public boolean isRefunded(OrderId id) {
    return jdbc.sql("""
                select count(*) from refunds r join payment_attempts a on a.id = r.attempt_id where a.order_id = ?""").param(id.value()).query(Integer.class).single() > 0;
  }

  private static Order order(ResultSet row, int number) throws SQLException {
    return new Order(
        new OrderId(row.getObject("id", UUID.class)),
        row.getLong("sale_id"),
        row.getString("name"),
        row.getString("user_id"),
        row.getInt("quantity"),
        row.getLong("price_cents"),
        OrderStatus.valueOf(row.getString("status")),
        row.getObject("accepted_at", OffsetDateTime.class).toInstant(),
        row.getObject("pay_by", OffsetDateTime.class).toInstant());
  }
}
