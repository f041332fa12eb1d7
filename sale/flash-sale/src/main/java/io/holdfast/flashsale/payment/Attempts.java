package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.work.DueRows;
import io.holdfast.flashsale.work.DueRows.Place;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What providers were asked for. Thread-safe. */
final class Attempts {

  private static final Place OPEN =
      new Place("payment_attempts", "id", "w.state = 'ASKED'", "t.id, t.order_id, t.amount_cents");

  private final DataSource database;
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Duration askAgainAfter;

  Attempts(DataSource database, Duration askAgainAfter) {
    this.database = database;
    this.jdbc = JdbcClient.create(database);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
    this.askAgainAfter = askAgainAfter;
  }

  /**
   * The attempt under which the provider is to be asked: the one that is open, or a new one. It is noted before the
   * provider is asked, so that a crash right after it took the money is not forgotten.
   *
   * @return empty if the order does not wait for its payment
   */
  Optional<Charge> begin(OrderId order) {
    return Objects.requireNonNull(transactions.execute(status -> jdbc.sql("""
        select price_cents * quantity from orders where id = ? and status = 'AWAITING_PAYMENT' for update""")
        .param(order.value())
        .query(Long.class)
        .optional()
        .map(cents -> open(order).orElseGet(() -> create(order, cents)))));
  }

  private Optional<Charge> open(OrderId order) {
    return jdbc.sql("""
        select id, order_id, amount_cents from payment_attempts where order_id = ? and state = 'ASKED'""").param(order.value()).query(Attempts::charge).optional();
  }

  private Charge create(OrderId order, long cents) {
    Charge charge = new Charge(UUID.randomUUID(), order, cents);
    jdbc.sql("""
        insert into payment_attempts (id, order_id, amount_cents, due_at)
        values (?, ?, ?, now() + ? * interval '1 millisecond')""")
        .params(charge.attempt(), order.value(), cents, askAgainAfter.toMillis())
        .update();
    return charge;
  }

  Optional<Charge> find(UUID attempt) {
    return jdbc.sql("select id, order_id, amount_cents from payment_attempts where id = ?")
        .param(attempt)
        .query(Attempts::charge)
        .optional();
  }

  /** Those without an answer. */
  DueRows<Charge> due() {
    return new DueRows<>(database, OPEN, Attempts::charge, askAgainAfter);
  }

  static Charge charge(ResultSet row, int number) throws SQLException {
    return new Charge(
        row.getObject("id", UUID.class),
        new OrderId(row.getObject("order_id", UUID.class)),
        row.getLong("amount_cents"));
  }
}
