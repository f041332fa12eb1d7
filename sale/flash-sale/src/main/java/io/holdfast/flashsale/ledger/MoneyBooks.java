package io.holdfast.flashsale.ledger;

import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The money of a sale, at one moment. At every moment {@code taken - returned - due = paid}; when nothing is under way,
 * nothing is due either, and the provider's own books say the same.
 *
 * @param taken cents that were taken
 * @param returned cents that were given back
 * @param due cents to be given back, those included that the provider refuses to
 * @param paid the price of all orders that are paid, in cents
 * @param open attempts without an answer
 */
public record MoneyBooks(long taken, long returned, long due, long paid, int open) {

  /** One statement, so one moment; {@code s} is the sale. */
  public static final String FIGURES = """
      (select coalesce(sum(l.amount_cents), 0) from ledger l join orders o on o.id = l.order_id
        where o.sale_id = s.id and l.kind = 'TAKEN') as taken,
      (select coalesce(sum(l.amount_cents), 0) from ledger l join orders o on o.id = l.order_id
        where o.sale_id = s.id and l.kind = 'RETURNED') as returned,
      (select coalesce(sum(a.amount_cents), 0) from refunds r join payment_attempts a on a.id = r.attempt_id
         join orders o on o.id = a.order_id where o.sale_id = s.id and r.state <> 'RETURNED') as due,
      (select coalesce(sum(price_cents * quantity), 0) from orders where sale_id = s.id and status = 'PAID') as paid,
      (select count(*) from payment_attempts a join orders o on o.id = a.order_id
        where o.sale_id = s.id and a.state = 'ASKED') as open""";

  /** Those of that sale now. */
  public static MoneyBooks of(DataSource database, long saleId) {
    return JdbcClient.create(database)
        .sql("select " + FIGURES + " from sales s where s.id = ?")
        .param(saleId)
        .query((row, number) -> new MoneyBooks(
            row.getLong("taken"),
            row.getLong("returned"),
            row.getLong("due"),
            row.getLong("paid"),
            row.getInt("open")))
        .single();
  }

  /** Cents that are taken for nothing; negative: orders that are paid by nothing. */
  public long off() {
    return taken - returned - due - paid;
  }

  /** Whether nothing is under way. */
  public boolean isSettled() {
    return due == 0 && open == 0;
  }
}
