package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.accept.SaleStream;
import io.holdfast.flashsale.ladder.Surroundings;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Where entries go that can never be orders: first into the database, then out of the stream, together with
 * their reservation. A crash in between repeats both. Thread-safe.
 */
final class DeadLetters {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  private final long saleId;
  private final SaleStream stream;
  private final OrderBatch transactions;
  private final JdbcClient jdbc;

  DeadLetters(Surroundings surroundings, long saleId, SaleStream stream, OrderBatch transactions) {
    this.saleId = saleId;
    this.stream = stream;
    this.transactions = transactions;
    this.jdbc = JdbcClient.create(surroundings.database());
  }

  /**
   * Puts one there.
   *
   * @param oversold whether its units do not exist. Then they are not for sale again, and the sale is paused: Redis
   *     has promised more than there is
   * @param token of the caller's lease
   */
  void put(String id, Map<String, String> payload, String error, boolean oversold, long token) {
    LOG.error("sale {}: entry {} cannot become an order: {}", saleId, id, error);
    transactions.guarded(token, () -> record(id, payload, error, oversold));
    stream.bury(id, Objects.requireNonNullElse(payload.get("order"), ""), !oversold);
  }

  private void record(String id, Map<String, String> payload, String error, boolean oversold) {
    jdbc.sql("""
        insert into dead_letters
          (sale_id, entry_id, order_id, user_id, quantity, payload, error)
        values (:sale, :entry, :order, :user, :quantity, :payload, :error)
        on conflict (sale_id, entry_id) do nothing""")
        .param("sale", saleId)
        .param("entry", id)
        .param("order", storable(payload.get("order")))
        .param("user", storable(payload.get("user")))
        .param("quantity", units(payload.get("quantity")))
        .param("payload", storable(payload.toString()))
        .param("error", storable(error))
        .update();
    if (oversold) {
      jdbc.sql("""
          update sales set status = 'PAUSED', pause_reason = ? where id = ? and status = 'OPEN'""").params("more was promised than there is: reconcile", saleId).update();
    }
  }

  /** PostgreSQL has no text with a NUL in it, and this must not fail. */
  private static @Nullable String storable(@Nullable String text) {
    return text == null ? null : text.replace('\0', '\ufffd');
  }

  private static @Nullable Integer units(@Nullable String text) {
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null; // perhaps the very reason why it is here
    }
  }
}
