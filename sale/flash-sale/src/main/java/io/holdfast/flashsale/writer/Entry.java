package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.buying.OrderId;
import io.lettuce.core.StreamMessage;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the stream that can be read.
 *
 * @param id its id in the stream
 * @param order the order it is to become
 * @param user whose
 * @param key the user's name for it
 * @param quantity how many units
 * @param acceptedMillis when it was accepted
 * @param allowed how many units the user might have when it was accepted; null if it does not say
 * @param stamp that of the sale when it was accepted; 0 if it does not say
 * @param payload all it says
 */
record Entry(
    String id,
    UUID order,
    String user,
    String key,
    int quantity,
    long acceptedMillis,
    @Nullable Integer allowed,
    long stamp,
    Map<String, String> payload) {

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if something is missing or wrong; the message says what
   */
  static Entry of(long saleId, StreamMessage<String, String> message) {
    Map<String, String> body = message.getBody();
    Entry entry = new Entry(
        message.getId(),
        UUID.fromString(field(body, "order")),
        field(body, "user"),
        field(body, "key"),
        Integer.parseInt(field(body, "quantity")),
        Long.parseLong(field(body, "at")),
        body.containsKey("limit") ? Integer.valueOf(field(body, "limit")) : null,
        body.containsKey("stamp") ? Long.parseLong(field(body, "stamp")) : 0,
        body);
    if (!OrderId.of(saleId, entry.user, entry.key).value().equals(entry.order)) {
      throw new IllegalArgumentException(
          "order " + entry.order + " is not that of its user and key");
    }
    return entry;
  }

  private static String field(Map<String, String> body, String name) {
    String value = body.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no field '" + name + "'");
    }
    return value;
  }
}
