package io.holdfast.flashsale.path;

import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.flashsale.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database of this package's own, so that no running service takes its sales for its own. */
final class Database {

  private static final HikariDataSource POOL = create();

  private Database() {}

  static DataSource pool() {
    return POOL;
  }

  static JdbcClient jdbc() {
    return JdbcClient.create(POOL);
  }

  private static HikariDataSource create() {
    JdbcClient.create(Servers.postgres().getPostgresDatabase())
        .sql("create database path")
        .update();
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(Servers.postgres().getJdbcUrl("postgres", "path"));
    pool.setMaximumPoolSize(12);
    pool.setConnectionTimeout(2000);
    Flyway.configure().dataSource(pool).load().migrate();
    return pool;
  }

  /** The same database for one instance, which can be taken away from it. */
  static final class Link extends DelegatingDataSource {

    private volatile boolean away;
    private final AtomicInteger refused = new AtomicInteger();

    Link() {
      super(POOL);
    }

    /** Ends every connection of the pool, as a server that goes down does, and lets none in. */
    void cut() {
      away = true;
      jdbc().sql("""
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = 'path' and pid <> pg_backend_pid()""").query().listOfRows();
      POOL.getHikariPoolMXBean().softEvictConnections(); // others are not to meet a dead one
    }

    /** How often somebody has tried in vain. */
    int refused() {
      return refused.get();
    }

    void heal() {
      away = false;
    }

    @Override
    public Connection getConnection() throws SQLException {
      if (away) {
        refused.incrementAndGet();
        throw new SQLException("connection refused", "08001");
      }
      return super.getConnection();
    }
  }
}
