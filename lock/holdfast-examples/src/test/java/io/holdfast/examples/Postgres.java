package io.holdfast.examples;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A real PostgreSQL with the example's table, 10 of each article in it. */
final class Postgres implements AutoCloseable {

  private final EmbeddedPostgres server;

  private Postgres(EmbeddedPostgres server) {
    this.server = server;
  }

  static Postgres withStock(String... skus) throws SQLException {
    try {
      Postgres postgres =
          new Postgres(EmbeddedPostgres.builder().setLocaleConfig("locale", "C").start());
      try (Connection connection = postgres.database().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(FenceInSql.TABLE);
        for (String sku : skus) {
          statement.execute("INSERT INTO stock (sku, amount) VALUES ('" + sku + "', 10)");
        }
      }
      return postgres;
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not start", e);
    }
  }

  DataSource database() {
    return server.getPostgresDatabase();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not stop", e);
    }
  }
}
