package io.holdfast.flashsale.demo.load;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.check.SaleCheck;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.sale.SaleStore;
import io.lettuce.core.RedisClient;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Looks at the servers behind a service, past the service itself. Thread-safe. */
public final class Checking implements AutoCloseable {

  private final HikariDataSource database;
  private final RedisClient redis;
  private final SaleStore sales;
  private final SaleCheck check;

  /** Connects to the servers of that service. */
  public Checking(Service service) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(service.jdbcUrl());
    config.setMaximumPoolSize(2);
    config.setConnectionTimeout(2_000);
    this.database = new HikariDataSource(config);
    this.redis = RedisClient.create(service.redisUri());
    this.sales = new SaleStore(database);
    this.check = new SaleCheck(database, new SaleMemory(redis.connect().async()));
  }

  /** Waits until nothing is pending, so long at most, and looks what became of the sale. */
  public Verdict verdict(long saleId, Told told, Duration settleWithin) {
    return check.of(sales.get(saleId), told, settleWithin);
  }

  Persisted persisted(long saleId) throws SQLException {
    return Persisted.of(database, saleId);
  }

  /** Waits until so many orders are there, or so long: a question that costs the database little. */
  void awaitPersisted(long saleId, int orders, Duration limit)
      throws SQLException, InterruptedException {
    long began = System.nanoTime();
    while (persisted(saleId).orders() < orders && System.nanoTime() - began < limit.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Override
  public void close() {
    redis.shutdown();
    database.close();
  }
}
