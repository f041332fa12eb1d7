package io.holdfast.flashsale.demo.load;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.holdfast.flashsale.accept.SaleMemory;
import io.holdfast.flashsale.check.SaleCheck;
import io.holdfast.flashsale.check.Told;
import io.holdfast.flashsale.check.Verdict;
import io.holdfast.flashsale.demo.Service;
import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.sale.SaleStore;
import io.lettuce.core.RedisClient;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/** Looks at the servers behind a service, past the service itself. Thread-safe. */
public final class Checking implements AutoCloseable {

  private static final int CONNECT_SECONDS = 2;

  private final Service service;
  private final PGSimpleDataSource database = new PGSimpleDataSource();
  private final RedisClient redis;
  private final SaleMemory memory;

  /** Connects to the servers of that service. */
  public Checking(Service service) {
    this.service = service;
    database.setUrl(service.jdbcUrl());
    database.setConnectTimeout(CONNECT_SECONDS);
    this.redis = RedisClient.create(service.redisUri());
    this.memory = new SaleMemory(redis.connect().async());
  }

  /** Waits until nothing is pending, so long at most, and looks what became of the sale. */
  public Verdict verdict(long saleId, Told told, Duration settleWithin) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(service.jdbcUrl());
    config.setMaximumPoolSize(2);
    // A new pool: one that saw the database go would let seconds pass before it asks for it again.
    config.setInitializationFailTimeout(settleWithin.toMillis());
    try (HikariDataSource pool = new HikariDataSource(config)) {
      return new SaleCheck(pool, memory).of(new SaleStore(pool).get(saleId), told, settleWithin);
    }
  }

  /** What was taken and given back. */
  MoneyBooks money(long saleId) {
    return MoneyBooks.of(database, saleId);
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
  }
}
