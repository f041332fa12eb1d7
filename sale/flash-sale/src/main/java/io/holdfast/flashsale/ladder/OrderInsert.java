package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Many orders of one sale in one statement. */
final class OrderInsert {

  private static final String INSERT = """
      insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
      select o.id, ?, o.user_id, o.key, o.quantity, ?, 'AWAITING_PAYMENT', now(), now() + ? * interval '1 millisecond'
        from unnest(?, ?, ?, ?) as o (id, user_id, key, quantity)
      on conflict (id) do nothing
      returning id""";

  private OrderInsert() {}

  /** Inserts them in the connection's transaction; the ids of those that were not there before. */
  static Set<UUID> run(Connection connection, List<Purchase> purchases, Duration payWithin)
      throws SQLException {
    Purchase any = purchases.get(0);
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, any.sale().id());
      insert.setLong(2, any.sale().priceCents());
      insert.setLong(3, payWithin.toMillis());
      insert.setArray(4, array(connection, "uuid", purchases, p -> p.orderId().value()));
      insert.setArray(5, array(connection, "text", purchases, Purchase::user));
      insert.setArray(6, array(connection, "text", purchases, Purchase::key));
      insert.setArray(7, array(connection, "int4", purchases, Purchase::quantity));
      Set<UUID> inserted = new HashSet<>();
      try (ResultSet rows = insert.executeQuery()) {
        while (rows.next()) {
          inserted.add(rows.getObject(1, UUID.class));
        }
      }
      return inserted;
    }
  }

  static Array array(
      Connection connection,
      String type,
      List<Purchase> purchases,
      Function<Purchase, Object> column)
      throws SQLException {
    return connection.createArrayOf(type, purchases.stream().map(column).toArray());
  }
}
