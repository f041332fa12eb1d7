package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.spring.fence.JdbcFence;
import io.holdfast.spring.fence.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Orders of one sale, written by one transaction that the fence guards. Thread-safe. */
final class OrderBatch {

  /*
   * A conflict on the id means: written before, by us or by a writer that died before it could acknowledge. A
   * conflict on anything else is an error. Only what is new raises `sold`, and the check on it is the last word.
   */
  private static final String WRITE = """
      with entry as (
        select * from unnest(?::uuid[], ?::text[], ?::text[], ?::integer[], ?::bigint[])
          as e (id, user_id, idempotency_key, quantity, accepted_millis)
      ), written as (
        insert into orders
          (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
        select e.id, s.id, e.user_id, e.idempotency_key, e.quantity, s.price_cents, 'AWAITING_PAYMENT',
               to_timestamp(e.accepted_millis / 1000.0), now() + ? * interval '1 millisecond'
          from entry e, sales s
         where s.id = ?
        on conflict (id) do nothing
        returning quantity
      )
      update sales set sold = sold + (select coalesce(sum(quantity), 0) from written) where id = ?""";

  private final long saleId;
  private final Duration payWithin;
  private final Points points;
  private final JdbcFence fence;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transactions;

  OrderBatch(Surroundings surroundings, long saleId) {
    this.saleId = saleId;
    this.payWithin = surroundings.payWithin();
    this.points = surroundings.points();
    DataSource database = surroundings.database();
    this.fence = new JdbcFence(database);
    this.jdbc = new JdbcTemplate(database);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
  }

  /**
   * Writes them, all or none.
   *
   * @param token of the lease under which the caller writes
   * @throws StaleTokenException if there has been a later writer
   * @throws DataIntegrityViolationException if at least one of them can never be an order
   */
  void write(List<Entry> entries, long token) {
    guarded(token, () -> {
      int sales = jdbc.update(WRITE, (PreparedStatement statement) -> fill(statement, entries));
      if (sales != 1) { // then nothing was written either
        throw new EmptyResultDataAccessException("sale " + saleId + " is not in the database", 1);
      }
      points.passed(Point.BEFORE_COMMIT, saleId);
    });
  }

  /** Does something else in a transaction of this sale that the fence guards. */
  void guarded(long token, Runnable work) {
    transactions.executeWithoutResult(status -> {
      fence.check("flash-sale:" + saleId, token);
      work.run();
    });
  }

  private void fill(PreparedStatement statement, List<Entry> entries) throws SQLException {
    Connection connection = statement.getConnection();
    array(statement, 1, connection, "uuid", entries, Entry::order);
    array(statement, 2, connection, "text", entries, Entry::user);
    array(statement, 3, connection, "text", entries, Entry::key);
    array(statement, 4, connection, "integer", entries, Entry::quantity);
    array(statement, 5, connection, "bigint", entries, Entry::acceptedMillis);
    statement.setLong(6, payWithin.toMillis());
    statement.setLong(7, saleId);
    statement.setLong(8, saleId);
  }

  private static void array(
      PreparedStatement statement,
      int index,
      Connection connection,
      String type,
      List<Entry> entries,
      Function<Entry, Object> column)
      throws SQLException {
    statement.setArray(
        index, connection.createArrayOf(type, entries.stream().map(column).toArray()));
  }
}
