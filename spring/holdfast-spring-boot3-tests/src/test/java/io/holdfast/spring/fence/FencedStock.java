package io.holdfast.spring.fence;

import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** The example of docs/adapters.md. */
class FencedStock {

  private final JdbcClient jdbc;
  private final JdbcFence fence;

  FencedStock(DataSource database) {
    this.jdbc = JdbcClient.create(database);
    this.fence = new JdbcFence(database);
  }

  @Transactional
  int sellOne(String sku, long token) {
    fence.check(sku, token); // before the first read; StaleTokenException rolls back
    int amount = jdbc.sql("SELECT amount FROM stock WHERE sku = ?")
        .param(sku)
        .query(Integer.class)
        .single();
    return jdbc.sql("UPDATE stock SET amount = ? WHERE sku = ?")
        .param(amount - 1)
        .param(sku)
        .update();
  }
}
