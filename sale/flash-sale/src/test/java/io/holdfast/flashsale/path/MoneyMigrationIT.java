package io.holdfast.flashsale.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.flashsale.Servers;
import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.ledger.MoneyBooks;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Orders that were paid, or nearly, before there were attempts. */
class MoneyMigrationIT {

  @Test
  void ordersOfBefore_paidOnesAddUp_andWhatNobodyKnowsIsAskedFor() {
    JdbcClient.create(Servers.postgres().getPostgresDatabase())
        .sql("create database before_money")
        .update();
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(Servers.postgres().getJdbcUrl("postgres", "before_money"));
    Flyway.configure().dataSource(database).target("2").load().migrate();
    JdbcClient jdbc = JdbcClient.create(database);
    jdbc.sql("""
        insert into sales (name, rung, price_cents, per_user, total, opens_at, ends_at, status)
        values ('lamp', 11, 1990, 1, 9, now(), now() + interval '1 hour', 'OPEN')""").update();
    order(jdbc, "paid", "PAID", 0);
    order(jdbc, "waits", "AWAITING_PAYMENT", 0);
    order(jdbc, "asked", "AWAITING_PAYMENT", 1);
    order(jdbc, "over", "EXPIRED", 1);
    jdbc.sql("insert into refunds (order_id, amount_cents, reason) values (?, 1990, 'perhaps')")
        .param(OrderId.of(1, "over", "k").value())
        .update();

    Flyway.configure().dataSource(database).load().migrate();

    assertThat(MoneyBooks.of(database, 1)).isEqualTo(new MoneyBooks(1990, 0, 0, 1990, 2));
    assertThat(jdbc.sql("select count(*) from refunds").query(Integer.class).single())
        .as("nobody knows that it was taken")
        .isZero();
  }

  private static void order(JdbcClient jdbc, String user, String status, int chargesOpen) {
    jdbc.sql("""
        insert into orders (id, sale_id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by,
                            charges_open)
        values (?, 1, ?, 'k', 1, 1990, ?, now(), now(), ?)""")
        .params(OrderId.of(1, user, "k").value(), user, status, chargesOpen)
        .update();
  }
}
