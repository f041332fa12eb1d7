package io.holdfast.spring.fence;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class JdbcFenceOnPostgresIT extends JdbcFenceContract {

  private static EmbeddedPostgres postgres;
  private static DataSource database;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setLocaleConfig("locale", "C").start();
    database = postgres.getPostgresDatabase();
    createTables(database);
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Override
  DataSource database() {
    return database;
  }

  @Override
  DataSource sameDatabaseByAnotherWay() {
    return postgres.getPostgresDatabase();
  }

  @Override
  String blockedSessions() {
    return "SELECT count(*) FROM pg_locks WHERE NOT granted";
  }
}
