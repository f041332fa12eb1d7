package io.holdfast.flashsale.writer;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.Surroundings;
import io.holdfast.spring.fence.JdbcFence;
import io.holdfast.spring.fence.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
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
   *
   * Redis may have been set back to what it knew some time ago. Then it forgets what users have, so the limit is checked here
   * too, by what they might have when they were accepted. And it gives stamps out again that have passed: whatever is new
   * under such a stamp is a reason to doubt all that Redis says.
   */
  private static final String WRITE = """
      with entry as (
        select * from unnest(
            ?::uuid[], ?::text[], ?::text[], ?::integer[], ?::bigint[], ?::integer[], ?::bigint[])
          as e (id, user_id, idempotency_key, quantity, accepted_millis, allowed, stamp)
      ), written as (
        insert into orders
          (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
        select e.id, s.id, e.user_id, e.idempotency_key, e.quantity, s.price_cents, 'AWAITING_PAYMENT',
               to_timestamp(e.accepted_millis / 1000.0), now() + ? * interval '1 millisecond'
          from entry e, sales s
         where s.id = ?
        on conflict (id) do nothing
        returning id, user_id, quantity
      ), new as (
        select w.user_id, w.quantity, e.allowed, e.stamp
          from written w
          join (select id, min(allowed) as allowed, min(stamp) as stamp from entry group by id) e using (id)
      ), over as (
        select n.user_id from new n
         group by n.user_id
        having sum(n.quantity) + (
                 select coalesce(sum(o.quantity), 0) from orders o
                  where o.sale_id = ? and o.user_id = n.user_id and o.status in ('AWAITING_PAYMENT', 'PAID'))
               > coalesce(max(n.allowed), (select per_user from sales where id = ?))
      ), counted as (
        update sales s
           set sold = sold + (select coalesce(sum(quantity), 0) from new),
               stamp = greatest(stamp, (select max(stamp) from entry)),
               doubted = doubted or exists (
                 select 1 from new n where n.stamp > ? * s.epoch and n.stamp <= s.stamp)
         where id = ?
        returning id
      )
      select (select count(*) from counted) as sales, (select min(user_id) from over) as over""";

  /**
   * What the statement did.
   *
   * @param sales 1, or 0 if there is no such sale
   * @param over a user who would have too much, if any
   */
  private record Written(int sales, @Nullable String over) {}

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
      Written written = Objects.requireNonNull(jdbc.query(
          WRITE, (PreparedStatement statement) -> fill(statement, entries), (ResultSet row) -> {
            row.next(); // there is always one
            return new Written(row.getInt(1), row.getString(2));
          }));
      if (written.sales() != 1) { // then nothing was written either
        throw new EmptyResultDataAccessException("sale " + saleId + " is not in the database", 1);
      } else if (written.over() != null) {
        throw new DataIntegrityViolationException(
            "user '" + written.over() + "' would have more units than were allowed");
      }
      points.passed(Point.BEFORE_COMMIT, saleId);
    });
  }

  /** The name of the sale's row in the fence. */
  static String resource(long saleId) {
    return "flash-sale:" + saleId;
  }

  /** Does something else in a transaction of this sale that the fence guards. */
  void guarded(long token, Runnable work) {
    transactions.executeWithoutResult(status -> {
      fence.check(resource(saleId), token);
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
    array(statement, 6, connection, "integer", entries, Entry::allowed);
    array(statement, 7, connection, "bigint", entries, Entry::stamp);
    statement.setLong(8, payWithin.toMillis());
    statement.setLong(9, saleId);
    statement.setLong(10, saleId);
    statement.setLong(11, saleId);
    statement.setLong(12, SaleMemory.firstStamp(1));
    statement.setLong(13, saleId);
  }

  private static void array(
      PreparedStatement statement,
      int index,
      Connection connection,
      String type,
      List<Entry> entries,
      Function<Entry, @Nullable Object> column)
      throws SQLException {
    statement.setArray(
        index, connection.createArrayOf(type, entries.stream().map(column).toArray()));
  }
}
