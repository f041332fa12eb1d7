package io.holdfast.flashsale.payment;

import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Notes what a provider said, whichever way it came and however often. Thread-safe. */
/*
 * One transaction each, so that at every moment, and after a crash at every step,
 *
 *   taken - returned - due to be returned = price of what is paid
 *
 *   TAKEN     attempt TAKEN, ledger +, and either the order is PAID or, if it is over, a refund is due
 *   DECLINED  attempt DECLINED, unless it is known that the money was taken
 *   RETURNED  refund RETURNED, ledger -
 *
 * Whoever changes an order has its row first: a payment and the order's end come one after the other.
 */
final class Settlement {

  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;

  Settlement(DataSource database) {
    this.jdbc = JdbcClient.create(database);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
  }

  void note(Charge charge, ChargeAnswer answer) {
    switch (answer) {
      case TAKEN -> transactions.executeWithoutResult(status -> taken(charge));
      case DECLINED -> declined(charge);
      case LATER -> {} // the attempt stays open
    }
  }

  private void taken(Charge charge) {
    String status = jdbc.sql("select status from orders where id = ? for update")
        .param(charge.order().value())
        .query(String.class)
        .single();
    int news = update(
        "update payment_attempts set state = 'TAKEN', answered_at = now() where id = ? and state <> 'TAKEN'",
        charge.attempt());
    if (news == 0) {
      return; // heard before
    }
    jdbc.sql("""
        insert into ledger (order_id, attempt_id, kind, amount_cents) values (?, ?, 'TAKEN', ?)""")
        .params(charge.order().value(), charge.attempt(), charge.amountCents())
        .update();
    if (status.equals("AWAITING_PAYMENT")) {
      update(
          "update orders set status = 'PAID', paid_at = now() where id = ?",
          charge.order().value());
    } else {
      LOG.warn(
          "order {} was paid when it was {}: {} cents go back",
          charge.order(),
          status,
          charge.amountCents());
      jdbc.sql("insert into refunds (attempt_id, reason) values (?, ?)")
          .params(charge.attempt(), "paid when it was " + status)
          .update();
    }
  }

  private void declined(Charge charge) {
    update(
        "update payment_attempts set state = 'DECLINED', answered_at = now() where id = ? and state = 'ASKED'",
        charge.attempt());
  }

  void note(Refund refund, RefundAnswer answer) {
    switch (answer) {
      case RETURNED -> transactions.executeWithoutResult(status -> returned(refund.charge()));
      case REFUSED -> update("""
            update refunds set state = 'REFUSED', last_error = 'the provider refused it'
             where attempt_id = ? and state = 'DUE'""", refund.charge().attempt());
      case LATER -> {} // it stays due
    }
  }

  private void returned(Charge charge) {
    int news = update("""
        update refunds set state = 'RETURNED', returned_at = now(), last_error = null
         where attempt_id = ? and state <> 'RETURNED'""", charge.attempt());
    if (news > 0) {
      jdbc.sql("""
          insert into ledger (order_id, attempt_id, kind, amount_cents) values (?, ?, 'RETURNED', ?)""")
          .params(charge.order().value(), charge.attempt(), charge.amountCents())
          .update();
    }
  }

  private int update(String sql, UUID id) {
    return jdbc.sql(sql).param(id).update();
  }
}
