package io.holdfast.flashsale.payment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A refund as operators see it.
 *
 * @param number counts up
 * @param attempt which payment goes back
 * @param order of which order
 * @param sale of which sale
 * @param user to whom
 * @param amountCents how much
 * @param reason why
 * @param state DUE, RETURNED or REFUSED
 * @param tries how often the provider was asked
 * @param dueAt when it is asked next, while it is DUE
 * @param lastError what went wrong the last time
 * @param createdAt since when it is due
 * @param returnedAt when the money was given back
 */
public record RefundEntry(
    long number,
    String attempt,
    String order,
    String sale,
    String user,
    long amountCents,
    String reason,
    String state,
    int tries,
    Instant dueAt,
    @Nullable String lastError,
    Instant createdAt,
    @Nullable Instant returnedAt) {

  static RefundEntry of(ResultSet row, int number) throws SQLException {
    OffsetDateTime returned = row.getObject("returned_at", OffsetDateTime.class);
    return new RefundEntry(
        row.getLong("number"),
        row.getString("attempt_id"),
        row.getString("order_id"),
        row.getString("sale_id"),
        row.getString("user_id"),
        row.getLong("amount_cents"),
        row.getString("reason"),
        row.getString("state"),
        row.getInt("tries"),
        row.getObject("due_at", OffsetDateTime.class).toInstant(),
        row.getString("last_error"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        returned == null ? null : returned.toInstant());
  }
}
