package io.holdfast.examples;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Stock in a table that takes the token on every access. The first read records it too: from then on
 * a holder that was paused, and believes it still has the lock, cannot write any more.
 */
public final class FenceInSql {

  /** The guarded row carries the greatest token it has seen. */
  public static final String TABLE = """
      CREATE TABLE stock (
        sku    text   PRIMARY KEY,
        amount bigint NOT NULL,
        token  bigint NOT NULL DEFAULT 0)""";

  private static final String READ = """
      UPDATE stock SET token = ? WHERE sku = ? AND token <= ? RETURNING amount""";

  private static final String WRITE = """
      UPDATE stock SET token = ?, amount = ? WHERE sku = ? AND token <= ?""";

  private final DataSource database;
  private final String sku;

  public FenceInSql(DataSource database, String sku) {
    this.database = database;
    this.sku = sku;
  }

  /** Reads the amount; older tokens are refused from now on. */
  public long read(long token) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement read = connection.prepareStatement(READ)) {
      read.setLong(1, token);
      read.setString(2, sku);
      read.setLong(3, token);
      try (ResultSet row = read.executeQuery()) {
        if (!row.next()) {
          throw new StaleTokenException(sku, token);
        }
        return row.getLong("amount");
      }
    }
  }

  /** Writes the amount. */
  public void write(long token, long amount) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement write = connection.prepareStatement(WRITE)) {
      write.setLong(1, token);
      write.setLong(2, amount);
      write.setString(3, sku);
      write.setLong(4, token);
      if (write.executeUpdate() == 0) {
        throw new StaleTokenException(sku, token);
      }
    }
  }
}
