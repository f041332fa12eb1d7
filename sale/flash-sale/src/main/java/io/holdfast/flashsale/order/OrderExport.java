package io.holdfast.flashsale.order;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The orders of a sale as comma-separated values, a thousand in memory at a time. Thread-safe. */
final class OrderExport {

  private static final int ROWS = 1000;

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transactions;

  OrderExport(DataSource database) {
    this.jdbc = new JdbcTemplate(database);
    jdbc.setFetchSize(ROWS);
    this.transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
    transactions.setReadOnly(true);
  }

  void write(long saleId, Appendable csv) throws IOException {
    csv.append("id,user,key,quantity,price_cents,status,accepted_at,pay_by,paid_at\r\n");
    RowCallbackHandler line = row -> {
      try {
        write(row, csv);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
    try { // in a transaction, because PostgreSQL sends all rows at once otherwise
      transactions.executeWithoutResult(status -> jdbc.query("""
          select id, user_id, idempotency_key, quantity, price_cents, status, accepted_at, pay_by, paid_at
            from orders where sale_id = ? order by accepted_at, id""", line, saleId));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(ResultSet row, Appendable csv) throws SQLException, IOException {
    csv.append(row.getString("id")).append(',');
    csv.append(quoted(row.getString("user_id"))).append(',');
    csv.append(quoted(row.getString("idempotency_key"))).append(',');
    csv.append(row.getString("quantity")).append(',');
    csv.append(row.getString("price_cents")).append(',');
    csv.append(row.getString("status")).append(',');
    csv.append(time(row, "accepted_at")).append(',');
    csv.append(time(row, "pay_by")).append(',');
    csv.append(time(row, "paid_at")).append("\r\n");
  }

  private static String time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? "" : time.toInstant().toString();
  }

  /** What buyers chose themselves must not be a formula to whoever opens the file. */
  private static String quoted(String text) {
    boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    return '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"';
  }
}
