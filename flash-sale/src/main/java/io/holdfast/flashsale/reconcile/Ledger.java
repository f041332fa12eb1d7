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
   * @param live units of live orders, counted now
   * @param returning units of orders that are over, of which nobody has said that they are on sale again
   * @param both units of orders that are in the database although Redis has them reserved
   */
  record Page(int total, int sold, int live, int returning, int both) {}

  private final JdbcClient jdbc;

  Ledger(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /** One statement, so one moment. */
  Page read(long saleId, List<String> reserved) {
    UUID[] ids = reserved.stream().map(UUID::fromString).toArray(UUID[]::new);
    return jdbc.sql("""
        select s.total, s.sold,
               coalesce(sum(o.quantity) filter (where o.status in ('AWAITING_PAYMENT', 'PAID')), 0) as live,
               coalesce(sum(o.quantity) filter (where o.status in ('EXPIRED', 'CANCELLED') and not o.given_back), 0)
                 as returning,
               coalesce(sum(o.quantity) filter (where o.id = any (?)), 0) as both
          from sales s left join orders o on o.sale_id = s.id
         where s.id = ? group by s.id""")
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
