package io.holdfast.flashsale.lab;

import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.accept.Standing;
import io.holdfast.flashsale.sale.Sale;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks at a sale while it runs, from outside. Thread-safe. */
final class Stocktaking {

  private final JdbcClient jdbc;
  private final SaleMemory memory;

  Stocktaking(DataSource database, SaleMemory memory) {
    this.jdbc = JdbcClient.create(database);
    this.memory = memory;
  }

  /** Units the rung believes it has. */
  int stock(Sale sale) {
    if (sale.rung() == 10 || sale.rung() == 11) {
      return memory.standing(sale.id()).map(Standing::available).orElse(0);
    }
    return number(
        sale.rung() == 12
            ? "select total - sold from sales where id = ?"
            : "select available from shelves where sale_id = ?",
        sale);
  }

  /** Orders in the database. */
  int orders(Sale sale) {
    return number("select count(*) from orders where sale_id = ?", sale);
  }

  private int number(String sql, Sale sale) {
    return jdbc.sql(sql).param(sale.id()).query(Integer.class).single();
  }
}
