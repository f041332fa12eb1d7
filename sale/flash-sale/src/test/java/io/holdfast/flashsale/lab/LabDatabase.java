package io.holdfast.flashsale.lab;

import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.flashsale.Servers;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A database for the tests of the Lab and the ladder alone. */
public final class LabDatabase {

  private static final HikariDataSource POOL = create();

  private LabDatabase() {}

  public static DataSource pool() {
    return POOL;
  }

  public static JdbcClient jdbc() {
    return JdbcClient.create(POOL);
  }

  private static HikariDataSource create() {
    JdbcClient.create(Servers.postgres().getPostgresDatabase())
        .sql("create database lab")
        .update();
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(Servers.postgres().getJdbcUrl("postgres", "lab"));
    pool.setMaximumPoolSize(16);
    Flyway.configure().dataSource(pool).load().migrate();
    return pool;
  }
}
