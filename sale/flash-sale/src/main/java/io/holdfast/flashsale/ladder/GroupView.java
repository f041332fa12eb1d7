package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a transaction that has locked the row of its sale knows, and decides from it, one buyer after the other. */
final class GroupView {

  private static final String SALE = """
      select total - sold as available, per_user, status, opens_at > clock_timestamp() as early,
             ends_at <= clock_timestamp() as late
        from sales where id = ? for update""";
  private static final String ORDERED = "select id, quantity from orders where id = any(?)";
  private static final String HAVE = """
      select user_id, sum(quantity) from orders
       where sale_id = ? and user_id = any(?) and status in ('AWAITING_PAYMENT', 'PAID')
       group by user_id""";

  private int available;
  private int perUser;
  private @Nullable Reason closed;
  private final Map<UUID, Integer> ordered = new HashMap<>();
  private final Map<String, Integer> have = new HashMap<>();

  private GroupView() {}

  /** Locks the row of the sale until the end of the transaction, and then looks. */
  static GroupView of(Connection connection, List<Purchase> group) throws SQLException {
    GroupView view = new GroupView();
    view.readSale(connection, group.get(0).sale().id());
    view.readOrders(connection, group);
    view.readLimits(connection, group);
    return view;
  }

  private void readSale(Connection connection, long saleId) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SALE)) {
      select.setLong(1, saleId);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          closed = Reason.ENDED;
          return;
        }
        available = row.getInt("available");
        perUser = row.getInt("per_user");
        closed = closed(row);
      }
    }
  }

  private static @Nullable Reason closed(ResultSet row) throws SQLException {
    String status = row.getString("status");
    if (status.equals("CLOSED") || row.getBoolean("late")) {
      return Reason.ENDED;
    } else if (!status.equals("OPEN")) {
      return Reason.PAUSED;
    }
    return row.getBoolean("early") ? Reason.NOT_STARTED : null;
  }

  private void readOrders(Connection connection, List<Purchase> group) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(ORDERED)) {
      select.setArray(
          1, OrderInsert.array(connection, "uuid", group, p -> p.orderId().value()));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ordered.put(rows.getObject(1, UUID.class), rows.getInt(2));
        }
      }
    }
  }

  private void readLimits(Connection connection, List<Purchase> group) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(HAVE)) {
      select.setLong(1, group.get(0).sale().id());
      select.setArray(2, OrderInsert.array(connection, "text", group, Purchase::user));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          have.put(rows.getString(1), rows.getInt(2));
        }
      }
    }
  }

  /** Decides, and remembers it for the next one. */
  PurchaseAnswer decide(Purchase purchase) {
    Integer earlier = ordered.get(purchase.orderId().value());
    if (earlier != null) {
      return earlier == purchase.quantity()
          ? new Accepted(purchase.orderId(), true, true, available)
          : new Refused(Reason.KEY_REUSED);
    }
    if (closed != null) {
      return new Refused(closed);
    }
    int has = have.getOrDefault(purchase.user(), 0);
    if (has + purchase.quantity() > perUser) {
      return new Refused(Reason.LIMIT_REACHED);
    }
    if (available < purchase.quantity()) {
      return new Refused(Reason.SOLD_OUT);
    }
    available -= purchase.quantity();
    have.put(purchase.user(), has + purchase.quantity());
    ordered.put(purchase.orderId().value(), purchase.quantity());
    return new Accepted(purchase.orderId(), true, false, available);
  }
}
