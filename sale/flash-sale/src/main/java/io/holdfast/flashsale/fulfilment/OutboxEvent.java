package io.holdfast.flashsale.fulfilment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Something fulfilment has to hear.
 *
 * @param sequence counts up; of two events of one order the higher one came later
 * @param event its id: the same however often it is sent
 * @param order which order
 * @param sale of which sale
 * @param kind order.paid, order.cancelled, order.expired or order.refunded
 * @param state WAITING, DELIVERED or DEAD
 * @param createdAt when it happened
 * @param deliveredAt when it was delivered
 * @param tries how often it was sent
 * @param dueAt when it is sent next, while it is WAITING
 * @param lastError what went wrong the last time
 * @param payload the order then, as JSON
 */
public record OutboxEvent(
    long sequence,
    String event,
    String order,
    String sale,
    String kind,
    String state,
    Instant createdAt,
    @Nullable Instant deliveredAt,
    int tries,
    Instant dueAt,
    @Nullable String lastError,
    String payload) {

  static final String COLUMNS = """
      t.id, t.event_id, t.order_id, t.sale_id, t.kind, t.state, t.created_at, t.delivered_at, t.tries, t.due_at,
      t.last_error, t.payload""";

  static OutboxEvent of(ResultSet row, int number) throws SQLException {
    OffsetDateTime delivered = row.getObject("delivered_at", OffsetDateTime.class);
    return new OutboxEvent(
        row.getLong("id"),
        row.getString("event_id"),
        row.getString("order_id"),
        row.getString("sale_id"),
        row.getString("kind"),
        row.getString("state"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        delivered == null ? null : delivered.toInstant(),
        row.getInt("tries"),
        row.getObject("due_at", OffsetDateTime.class).toInstant(),
        row.getString("last_error"),
        row.getString("payload"));
  }

  /** As it is sent. */
  String json() {
    return "{\"event\":\"" + event + "\",\"sequence\":" + sequence + ",\"type\":\"" + kind
        + "\",\"at\":\"" + createdAt + "\",\"order\":" + payload + "}";
  }
}
