package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.sale.Sale;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The stock of rungs 1 to 9: a number that is read, and later written back together with the order. Right as long as
 * nobody else reads in between; to see to that is the business of the rungs. Thread-safe.
 */
final class Shelf {

  private static final String LOOK = """
      select h.available, s.status, s.per_user, s.opens_at > now() as early, s.ends_at <= now() as late,
             (select o.quantity from orders o where o.id = :order) as ordered,
             (select coalesce(sum(o.quantity), 0) from orders o
               where o.sale_id = s.id and o.user_id = :user
                 and o.status in ('AWAITING_PAYMENT', 'PAID')) as has
        from shelves h join sales s on s.id = h.sale_id
       where s.id = :sale""";

  private static final String ORDER = """
      insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by)
      values (:order, :sale, :user, :key, :quantity, :price, 'AWAITING_PAYMENT', now(),
              now() + :payWithin * interval '1 millisecond')
      on conflict (id) do nothing""";

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Duration payWithin;

  Shelf(DataSource database, Duration payWithin) {
    this.jdbc = JdbcClient.create(database);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
    this.payWithin = payWithin;
  }

  /** Fills it, once. */
  void fill(Sale sale) {
    jdbc.sql("insert into shelves (sale_id, available) values (?, ?) on conflict do nothing")
        .params(sale.id(), sale.total())
        .update();
  }

  /** What a buyer sees. */
  Look look(Purchase purchase) {
    return jdbc.sql(LOOK)
        .param("order", purchase.orderId().value())
        .param("user", purchase.user())
        .param("sale", purchase.sale().id())
        .query((row, number) -> look(row, purchase))
        .single();
  }

  /** Writes the number that is left and the order, both or neither. */
  PurchaseAnswer write(Purchase purchase, int left) {
    return inTransaction(() -> {
      int written = jdbc.sql(ORDER)
          .param("order", purchase.orderId().value())
          .param("sale", purchase.sale().id())
          .param("user", purchase.user())
          .param("key", purchase.key())
          .param("quantity", purchase.quantity())
          .param("price", purchase.sale().priceCents())
          .param("payWithin", payWithin.toMillis())
          .update();
      if (written == 0) { // by the same wish, which came twice at once
        return new Accepted(purchase.orderId(), true, true, left);
      }
      jdbc.sql("update shelves set available = ? where sale_id = ?")
          .params(left, purchase.sale().id())
          .update();
      return new Accepted(purchase.orderId(), true, false, left);
    });
  }

  /** Looks and writes in this are one transaction. */
  <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transactions.execute(status -> work.get()));
  }

  private static Look look(ResultSet row, Purchase purchase) throws SQLException {
    int available = row.getInt("available");
    int ordered = row.getInt("ordered");
    if (!row.wasNull()) {
      return new Look.Answered(
          ordered == purchase.quantity()
              ? new Accepted(purchase.orderId(), true, true, available)
              : new Refused(Reason.KEY_REUSED));
    }
    String status = row.getString("status");
    if (status.equals("CLOSED") || row.getBoolean("late")) {
      return refused(Reason.ENDED);
    } else if (!status.equals("OPEN")) {
      return refused(Reason.PAUSED);
    } else if (row.getBoolean("early")) {
      return refused(Reason.NOT_STARTED);
    } else if (row.getInt("has") + purchase.quantity() > row.getInt("per_user")) {
      return refused(Reason.LIMIT_REACHED);
    } else if (available < purchase.quantity()) {
      return refused(Reason.SOLD_OUT);
    }
    return new Look.Enough(available);
  }

  private static Look refused(Reason reason) {
    return new Look.Answered(new Refused(reason));
  }

  /** What a look at the shelf shows. */
  sealed interface Look {

    /** The purchase is possible. */
    record Enough(int available) implements Look {}

    /** It is not, or has been made before. */
    record Answered(PurchaseAnswer answer) implements Look {}
  }
}
