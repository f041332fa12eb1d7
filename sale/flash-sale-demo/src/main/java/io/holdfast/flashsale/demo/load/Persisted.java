package io.holdfast.flashsale.demo.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Orders in the database.
 *
 * @param orders how many
 * @param seconds from the first transaction that wrote some to the last one
 */
record Persisted(int orders, double seconds) {

  /** Those of that sale, now. */
  static Persisted of(DataSource database, long saleId) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(
            "select count(*), coalesce(extract(epoch from max(created_at) - min(created_at)), 0)"
                + " from orders where sale_id = ?")) {
      query.setLong(1, saleId);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return new Persisted(row.getInt(1), row.getDouble(2));
      }
    }
  }

  double perSecond() {
    return seconds > 0 ? orders / seconds : 0;
  }
}
