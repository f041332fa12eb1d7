package io.holdfast.flashsale.web;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The orders that somebody follows. One question to the database tells what became of all of them, however many
 * there are; only one that has changed is read again. Thread-safe.
 */
final class OrderBoard {

  static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private static final Logger LOG = LoggerFactory.getLogger(OrderBoard.class);
  private static final long FORGET_AFTER_NANOS = Duration.ofSeconds(5).toNanos();
  private static final String QUESTION = """
      select id, status from orders where id = any (:ids)
      union all
      select order_id::uuid, 'FAILED' from dead_letters where order_id = any (:texts)""";

  private static final class Followed {

    private final Function<OrderId, Order> reader;
    private volatile Order order;
    private volatile long askedNanos = System.nanoTime();

    Followed(Order order, Function<OrderId, Order> reader) {
      this.order = order;
      this.reader = reader;
    }
  }

  private final JdbcClient jdbc;
  private final Map<OrderId, Followed> followed = new ConcurrentHashMap<>();

  OrderBoard(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /**
   * The order as it was a moment ago; read at once if nobody has asked for it lately.
   *
   * @param reader reads it, and throws if it is not the caller's
   */
  Order latest(OrderId id, Function<OrderId, Order> reader) {
    Followed known = followed.get(id);
    if (known == null) {
      known = new Followed(reader.apply(id), reader);
      followed.put(id, known);
    }
    known.askedNanos = System.nanoTime();
    return known.order;
  }

  /** Looks what became of all of them. */
  void look() {
    long now = System.nanoTime();
    followed.values().removeIf(one -> now - one.askedNanos > FORGET_AFTER_NANOS);
    if (followed.isEmpty()) {
      return;
    }
    try {
      statuses(List.copyOf(followed.keySet())).forEach((id, status) -> {
        Followed one = followed.get(id);
        if (one != null && one.order.status() != status) {
          one.order = one.reader.apply(id);
        }
      });
    } catch (RuntimeException away) {
      LOG.debug("the orders that are followed stay as they were", away);
    }
  }

  private Map<OrderId, OrderStatus> statuses(List<OrderId> ids) {
    return jdbc
        .sql(QUESTION)
        .param("ids", ids.stream().map(OrderId::value).toArray(UUID[]::new))
        .param("texts", ids.stream().map(OrderId::toString).toArray(String[]::new))
        .query((row, number) -> Map.entry(
            new OrderId(row.getObject(1, UUID.class)), OrderStatus.valueOf(row.getString(2))))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (order, dead) -> order));
  }
}
