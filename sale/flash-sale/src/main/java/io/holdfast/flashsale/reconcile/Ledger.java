package io.holdfast.flashsale.reconcile;

import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the database says about the units of a sale. Thread-safe. */
final class Ledger {

  /**
   * Figures of one moment.
   *
   * @param total how many units there are
   * @param sold units of live orders, as counted when they were written
   * @param live units of live orders, by whichever of the two was asked for
   * @param returning units of orders that are over, of which nobody has said that they are on sale again
   * @param both units of orders that are in the database although Redis has them reserved
   */
  record Page(int total, int sold, int live, int returning, int both) {}

  private final JdbcClient jdbc;

  Ledger(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /** What the counter says: quick, however many orders there are. */
  Page read(long saleId, List<String> reserved) {
    return read("s.sold", saleId, reserved);
  }

  /** What the orders say, one by one. */
  Page count(long saleId, List<String> reserved) {
    return read("""
        (select coalesce(sum(quantity), 0) from orders
          where sale_id = s.id and status in ('AWAITING_PAYMENT', 'PAID'))""", saleId, reserved);
  }

  /** One statement, so one moment. */
  private Page read(String live, long saleId, List<String> reserved) {
    UUID[] ids = reserved.stream().map(UUID::fromString).toArray(UUID[]::new);
    return jdbc.sql("""
        select s.total, s.sold, %s as live,
               (select coalesce(sum(quantity), 0) from orders
                 where sale_id = s.id and status in ('EXPIRED', 'CANCELLED') and not given_back) as returning,
               (select coalesce(sum(quantity), 0) from orders where id = any (?)) as both
          from sales s where s.id = ?""".formatted(live))
        .params(ids, saleId)
        .query((row, number) -> new Page(
            row.getInt("total"),
            row.getInt("sold"),
            row.getInt("live"),
            row.getInt("returning"),
            row.getInt("both")))
        .single();
  }
}
