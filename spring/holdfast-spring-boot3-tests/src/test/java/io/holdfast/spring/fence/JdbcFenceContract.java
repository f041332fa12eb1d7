package io.holdfast.spring.fence;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.testkit.Caller;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The fence on one database. Each step of a story is a transaction of its own, so that the steps of two
 * holders can be put into any order.
 */
abstract class JdbcFenceContract {

  private static final long ALICE = 1_805_000_000_000_000_001L;
  private static final long BOB = ALICE + 1; // as doubles they are equal

  private JdbcClient jdbc;
  private TransactionTemplate transactions;
  private JdbcFence fence;
  private String sku = "";

  @SuppressWarnings("NullAway.Init")
  JdbcFenceContract() {}

  /** Always the same one. */
  abstract DataSource database();

  /** The same tables by another {@link DataSource}. */
  abstract DataSource sameDatabaseByAnotherWay();

  /** How many sessions of the database wait for another one. */
  abstract String blockedSessions();

  @BeforeEach
  final void begin() {
    jdbc = JdbcClient.create(database());
    transactions = new TransactionTemplate(new DataSourceTransactionManager(database()));
    fence = new JdbcFence(database());
    sku = "sku:" + UUID.randomUUID();
    jdbc.sql("INSERT INTO stock (sku, amount) VALUES (?, 10)").param(sku).update();
  }

  static void createTables(DataSource database) {
    JdbcClient jdbc = JdbcClient.create(database);
    jdbc.sql(JdbcFence.TABLE).update();
    jdbc.sql("CREATE TABLE stock (sku varchar(100) PRIMARY KEY, amount int NOT NULL)")
        .update();
  }

  private int read() {
    return jdbc.sql("SELECT amount FROM stock WHERE sku = ?")
        .param(sku)
        .query(Integer.class)
        .single();
  }

  private int write(int amount) {
    return jdbc.sql("UPDATE stock SET amount = ? WHERE sku = ?")
        .param(amount)
        .param(sku)
        .update();
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transactions.execute(status -> work.get()));
  }

  private int fencedRead(long token) {
    return inTransaction(() -> fence.guard(sku, token, this::read));
  }

  private int fencedWrite(long token, int amount) {
    return inTransaction(() -> fence.guard(sku, token, () -> write(amount)));
  }

  // ---- stale holders

  @Test
  void staleHolder_onRead_isRefusedByName() {
    assertThat(fencedRead(BOB)).isEqualTo(10);
    assertThatThrownBy(() -> fencedRead(ALICE))
        .isInstanceOfSatisfying(StaleTokenException.class, e -> {
          assertThat(e.resource()).isEqualTo(sku);
          assertThat(e.token()).isEqualTo(ALICE);
          assertThat(e.greatest()).isEqualTo(BOB);
        })
        .hasMessageContainingAll(sku, Long.toString(ALICE), Long.toString(BOB));
  }

  @Test
  void staleHolder_thatReadInTime_isRefusedOnWrite() {
    int aliceSees = fencedRead(ALICE);
    int bobSees = fencedRead(BOB);
    assertThatThrownBy(() -> fencedWrite(ALICE, aliceSees - 1))
        .isInstanceOf(StaleTokenException.class);
    fencedWrite(BOB, bobSees - 1);
    assertThat(fencedRead(BOB)).as("10 and one accepted sale").isEqualTo(9);
  }

  @Test
  void writesAloneFenced_losesAnUpdate() {
    int aliceSees = read();
    int bobSees = read();
    fencedWrite(ALICE, aliceSees - 1);
    fencedWrite(BOB, bobSees - 1);
    assertThat(read()).as("10, two accepted sales, and yet").isEqualTo(9);
  }

  @Test
  void holdersOfARealLock_theStaleOneIsRefusedOnReadAndOnWrite() throws Exception {
    try (TwoHolders holders = new TwoHolders()) {
      int aliceSees = fencedRead(holders.alice());
      int bobSees = fencedRead(holders.bob());
      assertThatThrownBy(() -> fencedWrite(holders.alice(), aliceSees - 1))
          .isInstanceOf(StaleTokenException.class);
      assertThatThrownBy(() -> fencedRead(holders.alice())).isInstanceOf(StaleTokenException.class);
      fencedWrite(holders.bob(), bobSees - 1);
      assertThat(read()).isEqualTo(9);
    }
  }

  @Test
  void documentedUse_sellsWithTheNewTokenOnly() {
    FencedStock stock = new FencedStock(database());
    assertThat(inTransaction(() -> stock.sellOne(sku, BOB))).isEqualTo(1);
    assertThatThrownBy(() -> inTransaction(() -> stock.sellOne(sku, ALICE)))
        .isInstanceOf(StaleTokenException.class);
    assertThat(read()).isEqualTo(9);
  }

  // ---- transactions

  @Test
  void token_again_passesAgain_alsoTwiceInOneTransaction() {
    int sold = inTransaction(() -> {
      fence.check(sku, ALICE);
      fence.check(sku, ALICE);
      return write(read() - 1);
    });
    assertThat(sold).isEqualTo(1);
    assertThat(fencedRead(ALICE)).isEqualTo(9);
  }

  @Test
  void transaction_rolledBack_tokenIsForgottenWithIt() {
    transactions.executeWithoutResult(status -> {
      fence.check(sku, BOB);
      status.setRollbackOnly();
    });
    assertThat(fencedRead(ALICE)).isEqualTo(10);
  }

  @Test
  void transaction_afterARefusal_canGoOn() {
    fencedRead(BOB);
    int seen = inTransaction(() -> {
      assertThatThrownBy(() -> fence.check(sku, ALICE)).isInstanceOf(StaleTokenException.class);
      return read();
    });
    assertThat(seen).isEqualTo(10);
  }

  @Test
  void transaction_none_isSaid() {
    assertThatThrownBy(() -> fence.check(sku, ALICE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(sku)
        .hasMessageContaining("@Transactional");
  }

  /** A pool may hand out connections that are never committed by themselves. */
  @Test
  void transaction_noneOnAPoolWithoutAutoCommit_isSaid() {
    JdbcFence pooled = new JdbcFence(new WithoutAutoCommit(database()));
    assertThatThrownBy(() -> pooled.check(sku, ALICE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@Transactional");
  }

  @Test
  void transaction_onAPoolWithoutAutoCommit_passes() {
    DataSource pool = new WithoutAutoCommit(database());
    JdbcFence pooled = new JdbcFence(pool);
    new TransactionTemplate(new DataSourceTransactionManager(pool))
        .executeWithoutResult(status -> pooled.check(sku, BOB));
    assertThatThrownBy(() -> fencedRead(ALICE)).isInstanceOf(StaleTokenException.class);
  }

  @Test
  void transaction_onAnotherDataSource_isSaid() {
    TransactionTemplate others =
        new TransactionTemplate(new DataSourceTransactionManager(sameDatabaseByAnotherWay()));
    others.executeWithoutResult(status -> assertThatThrownBy(() -> fence.check(sku, ALICE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("its own DataSource"));
  }

  /** Used by the fence itself or by others: what is bound to the thread meanwhile is in no transaction. */
  @Test
  void transaction_onAnotherDataSource_isSaidOnAPoolWithoutAutoCommit() {
    DataSource pool = new WithoutAutoCommit(database());
    JdbcFence pooled = new JdbcFence(pool);
    new TransactionTemplate(new DataSourceTransactionManager(sameDatabaseByAnotherWay()))
        .executeWithoutResult(status -> {
          assertThatThrownBy(() -> pooled.check(sku, ALICE))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("its own DataSource");
          assertThat(JdbcClient.create(pool)
                  .sql("SELECT count(*) FROM stock")
                  .query(Long.class)
                  .single())
              .isPositive();
          assertThatThrownBy(() -> pooled.check(sku, ALICE))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("its own DataSource");
        });
  }

  @Test
  void transaction_insideOneOfAnotherDataSource_passes() {
    new TransactionTemplate(new DataSourceTransactionManager(sameDatabaseByAnotherWay()))
        .executeWithoutResult(status -> assertThat(fencedRead(BOB)).isEqualTo(10));
    assertThatThrownBy(() -> fencedRead(ALICE)).isInstanceOf(StaleTokenException.class);
  }

  @Test
  void transaction_ofAProxyThatKnowsTransactions_passes() {
    JdbcFence proxied = new JdbcFence(new TransactionAwareDataSourceProxy(database()));
    transactions.executeWithoutResult(status -> proxied.check(sku, BOB));
    assertThatThrownBy(() -> fencedRead(ALICE)).isInstanceOf(StaleTokenException.class);
  }

  /** JPA and Hibernate show the connection of their transaction like this. */
  @Test
  void transaction_ofAnotherKindOnThisDataSource_passes() throws SQLException {
    try (Connection connection = new WithoutAutoCommit(database()).getConnection()) {
      TransactionSynchronizationManager.initSynchronization();
      TransactionSynchronizationManager.setActualTransactionActive(true);
      TransactionSynchronizationManager.bindResource(database(), new ConnectionHolder(connection));
      try {
        fence.check(sku, BOB);
        connection.commit();
      } finally {
        TransactionSynchronizationManager.unbindResource(database());
        TransactionSynchronizationManager.clear();
      }
    }
    assertThatThrownBy(() -> fencedRead(ALICE)).isInstanceOf(StaleTokenException.class);
  }

  @Test
  void token_thatIsNone_isRefused() {
    assertThatThrownBy(() -> fence.check(sku, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LeaseView.token()");
  }

  // ---- two at once

  /** Alice is inside her transaction when bob comes; he waits, whatever she does after her check. */
  private void meet(long first, long second, boolean known, boolean secondPasses) throws Exception {
    if (known) {
      fencedRead(1);
    }
    CountDownLatch checked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Caller<Integer> alice = Caller.start(() -> inTransaction(() -> {
      fence.check(sku, first);
      int sees = read();
      checked.countDown();
      await(goOn);
      return write(sees - 1);
    }));
    await(checked);
    Caller<Integer> bob =
        Caller.start(() -> inTransaction(() -> fence.guard(sku, second, () -> write(read() - 1))));
    try {
      eventually("bob waits for alice", this::somebodyIsBlocked);
    } finally {
      goOn.countDown();
    }
    assertThat(alice.outcome()).isEqualTo(1);
    if (secondPasses) {
      assertThat(bob.outcome()).isEqualTo(1);
      assertThat(read()).as("both sales count").isEqualTo(8);
    } else {
      assertThatThrownBy(bob::outcome).hasStackTraceContaining("StaleTokenException");
      assertThat(read()).isEqualTo(9);
    }
  }

  private boolean somebodyIsBlocked() {
    return jdbc.sql(blockedSessions()).query(Integer.class).single() > 0;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void greaterToken_meanwhile_waitsAndSeesTheWrite() throws Exception {
    meet(ALICE, BOB, true, true);
  }

  @Test
  void smallerToken_meanwhile_waitsAndIsRefused() throws Exception {
    meet(BOB, ALICE, true, false);
  }

  @Test
  void greaterToken_meanwhileOnAnUnknownResource_waitsAndPasses() throws Exception {
    meet(ALICE, BOB, false, true);
  }

  @Test
  void smallerToken_meanwhileOnAnUnknownResource_waitsAndIsRefused() throws Exception {
    meet(BOB, ALICE, false, false);
  }
}
