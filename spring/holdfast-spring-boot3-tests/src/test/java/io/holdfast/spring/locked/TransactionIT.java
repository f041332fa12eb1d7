package io.holdfast.spring.locked;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.Caller;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The lock is outside of the transaction. The other order loses updates: between the release and the commit
 * another holder reads what is not committed yet.
 *
 * <pre>
 *   alice   begin  acquire  read 0  write 1  release                   commit
 *   bob                                               acquire  read 0            write 1  commit
 * </pre>
 */
class TransactionIT extends LockedFixture {

  @Configuration(proxyBeanMethods = false)
  static class Database {
    @Bean
    DataSource dataSource() {
      JdbcDataSource database = new JdbcDataSource();
      database.setURL("jdbc:h2:mem:counter;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
      return database;
    }

    @Bean
    JdbcTemplate jdbc(DataSource dataSource) {
      return new JdbcTemplate(dataSource);
    }

    @Bean
    JdbcTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean
    TransactionTemplate transactions(JdbcTransactionManager manager) {
      return new TransactionTemplate(manager);
    }
  }

  @EnableTransactionManagement(order = Ordered.HIGHEST_PRECEDENCE)
  static class OrderedFirst {}

  @EnableTransactionManagement
  static class OrderedLast {}

  static class Counter {
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final Holdfast holdfast;

    Counter(JdbcTemplate jdbc, TransactionTemplate transactions, Holdfast holdfast) {
      this.jdbc = jdbc;
      this.transactions = transactions;
      this.holdfast = holdfast;
    }

    @Locked(name = "counter")
    @Transactional
    public void increment(Runnable beforeCommit) {
      readAndWrite(() -> {}, beforeCommit);
    }

    void readAndWrite(Runnable afterRead, Runnable beforeCommit) {
      TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
        @Override
        public void beforeCommit(boolean readOnly) {
          beforeCommit.run();
        }
      });
      int seen = value();
      afterRead.run();
      jdbc.update("UPDATE counter SET n = ?", seen + 1);
    }

    int value() {
      return Objects.requireNonNull(jdbc.queryForObject("SELECT n FROM counter", Integer.class));
    }

    @Locked(name = "counter")
    @Transactional
    public void loseTheLease() {
      jdbc.update("UPDATE counter SET n = 99");
      holdfast.lock("counter").forceRelease();
    }

    @Locked(name = "counter")
    public void loseTheLeaseBeforeAnInnerTransaction() {
      holdfast.lock("counter").forceRelease();
      transactions.executeWithoutResult(status -> jdbc.update("UPDATE counter SET n = 99"));
    }

    @Locked(name = "counter")
    @Transactional
    public void fail() {
      jdbc.update("UPDATE counter SET n = 99");
      throw new UnsupportedOperationException("mine");
    }
  }

  private final CountDownLatch aliceIsDone = new CountDownLatch(1);
  private final CountDownLatch aliceMayCommit = new CountDownLatch(1);

  @BeforeEach
  void resetCounter() {
    JdbcTemplate jdbc = new JdbcTemplate(new Database().dataSource());
    jdbc.execute("DROP TABLE IF EXISTS counter");
    jdbc.execute("CREATE TABLE counter (n INT)");
    jdbc.execute("INSERT INTO counter VALUES (0)");
  }

  private Counter instance(Class<?> transactions) {
    return context(transactions).getBean(Counter.class);
  }

  private AnnotationConfigApplicationContext context(Class<?> transactions) {
    return application(Database.class, transactions, Counter.class);
  }

  private void commitLate() {
    aliceIsDone.countDown();
    try {
      assertThat(aliceMayCommit.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {OrderedFirst.class, OrderedLast.class})
  void lockedAndTransactional_losesNoUpdate_whateverTheOrderOfTransactions(Class<?> order)
      throws Exception {
    Counter alice = instance(order);
    Counter bobs = instance(order);

    Caller<String> first = Caller.start(() -> {
      alice.increment(this::commitLate);
      return "done";
    });
    assertThat(aliceIsDone.await(10, TimeUnit.SECONDS)).isTrue();
    Caller<String> second = Caller.start(() -> {
      bobs.increment(() -> {});
      return "done";
    });
    eventually("bob waits for the lock", () -> server().channels().size() == 1);
    aliceMayCommit.countDown();

    assertThat(first.outcome()).isEqualTo("done");
    assertThat(second.outcome()).isEqualTo("done");
    assertThat(alice.value()).isEqualTo(2);
  }

  @Test
  void lockInsideTheTransaction_losesAnUpdate() throws Exception {
    Counter alice = instance(OrderedLast.class);
    Counter bobs = instance(OrderedLast.class);

    Caller<String> first =
        Caller.start(() -> lockInsideTheTransaction(alice, () -> {}, this::commitLate));
    assertThat(aliceIsDone.await(10, TimeUnit.SECONDS)).isTrue();
    Caller<String> second =
        Caller.start(() -> lockInsideTheTransaction(bobs, aliceMayCommit::countDown, () -> {}));

    assertThat(first.outcome()).isEqualTo("done");
    assertThat(second.outcome()).isEqualTo("done");
    assertThat(alice.value()).as("two increments, one of them lost").isEqualTo(1);
  }

  private static String lockInsideTheTransaction(
      Counter guarded, Runnable afterRead, Runnable beforeCommit) {
    Counter counter = target(guarded);
    counter.transactions.executeWithoutResult(status -> {
      try (Lease lease = counter.holdfast.lock("counter").acquire()) {
        counter.readAndWrite(afterRead, beforeCommit);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
    return "done";
  }

  @Test
  void leaseLostBeforeTheCommit_rollsBack() {
    Counter counter = instance(OrderedFirst.class);

    assertThatThrownBy(counter::loseTheLease).isInstanceOf(LeaseLostException.class);
    assertThat(counter.value()).isZero();
  }

  @Test
  void leaseLostBeforeTheCommitOfAnInnerTransaction_rollsBack() {
    Counter counter = instance(OrderedLast.class);

    assertThatThrownBy(counter::loseTheLeaseBeforeAnInnerTransaction)
        .isInstanceOf(LeaseLostException.class);
    assertThat(counter.value()).isZero();
  }

  @Test
  void methodThatFails_isRolledBack_andReleased() {
    Counter counter = instance(OrderedLast.class);

    assertThatThrownBy(counter::fail).isInstanceOf(UnsupportedOperationException.class);
    assertThat(counter.value()).isZero();
    assertThat(isFree("counter")).isTrue();
  }

  @Test
  void callersOwnTransaction_keepsTheLockUntilItEnds_andMayCallAgain() {
    AnnotationConfigApplicationContext context = context(OrderedLast.class);
    Counter counter = context.getBean(Counter.class);

    context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
      counter.increment(() -> {});
      assertThat(isFree("counter")).as("not committed yet").isFalse();
      counter.increment(() -> {});
      assertThat(isFree("counter")).isFalse();
    });

    assertThat(isFree("counter")).isTrue();
    assertThat(counter.value()).isEqualTo(2);
  }

  @Test
  void callersOwnTransaction_isRolledBack_ifTheLeaseIsLostBeforeItEnds() {
    AnnotationConfigApplicationContext context = context(OrderedLast.class);
    Counter counter = context.getBean(Counter.class);

    assertThatThrownBy(() -> context
            .getBean(TransactionTemplate.class)
            .executeWithoutResult(status -> {
              counter.increment(() -> {});
              context.getBean(Holdfast.class).lock("counter").forceRelease();
            }))
        .isInstanceOf(LeaseLostException.class);
    assertThat(counter.value()).isZero();
  }
}
