package io.holdfast.flashsale.web;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** An instance's way to its database, which can be cut: then whoever wants a connection waits as at a pool, in vain. */
final class DatabaseLink implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final long POOL_WAITS_SECONDS = 3;

  private volatile CountDownLatch healed = new CountDownLatch(0);

  private final ConcurrentHashMap<String, LongAdder> taken = new ConcurrentHashMap<>();

  /** How many connections threads of that name have taken. */
  long taken(String threads) {
    return taken.entrySet().stream()
        .filter(one -> one.getKey().startsWith(threads))
        .mapToLong(one -> one.getValue().sum())
        .sum();
  }

  void cut() {
    healed = new CountDownLatch(1);
  }

  void heal() {
    healed.countDown();
  }

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    context.addBeanFactoryPostProcessor(beans ->
        beans.addBeanPostProcessor(new BeanPostProcessor() {
          @Override
          public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof DataSource database ? new Cut(database) : bean;
          }
        }));
  }

  private final class Cut extends DelegatingDataSource {

    Cut(DataSource database) {
      super(database);
    }

    @Override
    public Connection getConnection() throws SQLException {
      try {
        if (!healed.await(POOL_WAITS_SECONDS, TimeUnit.SECONDS)) {
          throw new SQLTransientConnectionException("no connection in time");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLTransientConnectionException(e);
      }
      taken
          .computeIfAbsent(Thread.currentThread().getName(), name -> new LongAdder())
          .increment();
      return super.getConnection();
    }
  }
}
