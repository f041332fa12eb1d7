package io.holdfast.spring.fence;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** As a pool with {@code auto-commit=false}. */
final class WithoutAutoCommit extends DelegatingDataSource {

  WithoutAutoCommit(DataSource database) {
    super(database);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }
}
