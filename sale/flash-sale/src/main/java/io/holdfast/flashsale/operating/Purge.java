package io.holdfast.flashsale.operating;

import io.holdfast.flashsale.accept.SaleEnd;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.WrongStateException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletes a sale and every row that refers to it or to one of its orders, in whatever table, within the caller's transaction. */
final class Purge {

  /**
   * Business that is not finished; the first line that is found is the reason not to delete. Events count once
   * they were sent in vain: where nobody listens they wait for ever.
   */
  private static final String UNFINISHED = """
      select 'it is not archived' from sales where id = :sale and archived_at is null
      union all select count(*) || ' of its orders wait for their payment' from orders
       where sale_id = :sale and status = 'AWAITING_PAYMENT' having count(*) > 0
      union all select count(*) || ' payments have no answer yet' from payment_attempts a join orders o on o.id = a.order_id
       where o.sale_id = :sale and a.state = 'ASKED' having count(*) > 0
      union all select count(*) || ' refunds are not paid' from refunds r
        join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id
       where o.sale_id = :sale and r.state <> 'RETURNED' having count(*) > 0
      union all select count(*) || ' events have not reached fulfilment' from outbox
       where sale_id = :sale and (state = 'DEAD' or state = 'WAITING' and tries > 0) having count(*) > 0""";

  private static final String REFERENCES = """
      select c.conrelid::regclass::text as child, quote_ident(a.attname) as child_column,
             quote_ident(f.attname) as parent_column
        from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
       where c.contype = 'f' and c.confrelid = ?::regclass and c.conrelid <> c.confrelid""";

  private record Reference(String child, String childColumn, String parentColumn) {}

  private final JdbcClient jdbc;
  private final SaleEnd redis;

  Purge(DataSource database, SaleEnd redis) {
    this.jdbc = JdbcClient.create(database);
    this.redis = redis;
  }

  /**
   * Deletes it.
   *
   * @throws WrongStateException if it has another name, or unfinished business
   */
  void run(Sale sale, String name) {
    if (!sale.name().equals(name)) {
      throw new WrongStateException(sale.id(), "has another name: nothing is deleted");
    }
    Optional<String> unfinished =
        jdbc.sql(UNFINISHED).param("sale", sale.id()).query(String.class).list().stream()
            .findFirst();
    if (unfinished.isPresent()) {
      throw new WrongStateException(sale.id(), "cannot be deleted: " + unfinished.get());
    }
    if (SaleKeeper.isInRedis(sale) && !redis.forget(sale)) {
      throw new WrongStateException(
          sale.id(), "cannot be deleted: Redis does not take it for closed, or has entries of it");
    }
    delete("sales", "id = ?", sale.id());
  }

  private void delete(String table, String where, long saleId) {
    List<Reference> references = jdbc.sql(REFERENCES)
        .param(table)
        .query((row, number) -> new Reference(row.getString(1), row.getString(2), row.getString(3)))
        .list();
    for (Reference reference : references) {
      delete(
          reference.child(),
          reference.childColumn() + " in (select " + reference.parentColumn() + " from " + table
              + " where " + where + ")",
          saleId);
    }
    jdbc.sql("delete from " + table + " where " + where).param(saleId).update();
  }
}
