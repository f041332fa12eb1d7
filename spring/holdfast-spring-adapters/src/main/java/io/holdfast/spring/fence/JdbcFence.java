package io.holdfast.spring.fence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A fence in a table: one row per resource, which keeps the greatest token it has seen and refuses smaller
 * ones. Thread-safe.
 *
 * <pre>{@code
 * transactions.executeWithoutResult(tx -> {
 *   fence.check("sku:42", lease.token()); // before the first read of what it guards
 *   int amount = jdbc.sql("SELECT amount FROM stock WHERE sku = 42").query(Integer.class).single();
 *   jdbc.sql("UPDATE stock SET amount = ? WHERE sku = 42").param(amount - 1).update();
 * });
 * }</pre>
 *
 * <p><b>Once per transaction, before its first read.</b> The check locks the resource's row until the
 * transaction ends, so nobody with a greater token comes between what follows. Checking only before a write
 * loses updates: what was read in an earlier, unchecked transaction may be older than somebody else's read.
 *
 * <p>It needs a transaction on the same {@link DataSource}, and says so if there is none: one of a
 * {@code DataSourceTransactionManager}, or of JPA or Hibernate on that {@code DataSource}. Distributed ones (JTA) are
 * refused, because whether this database takes part in them cannot be seen. The table is {@link
 * #TABLE}; its rows are made on first use and must stay: a deleted row has forgotten every token. Tested on
 * PostgreSQL and H2.
 */
public final class JdbcFence {

  /** The table, for your migrations: PostgreSQL, H2 and others understand it. */
  public static final String TABLE = """
      CREATE TABLE holdfast_fence (
        resource varchar(512) PRIMARY KEY,
        token    bigint       NOT NULL
      )""";

  private static final String PASS =
      "UPDATE holdfast_fence SET token = :token WHERE resource = :resource AND token <= :token";
  private static final String SEEN = "SELECT token FROM holdfast_fence WHERE resource = :resource";
  private static final String FIRST =
      "INSERT INTO holdfast_fence (resource, token) VALUES (:resource, :token)";
  private static final String FIRST_OR_NOT = FIRST + " ON CONFLICT DO NOTHING";
  private static final int ATTEMPTS = 3;
  private static final TransactionDefinition JOINING =
      new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY);

  private final DataSource database;
  private final JdbcClient jdbc;
  private final DataSourceTransactionManager own;
  private volatile boolean knowsOnConflict = true;

  /**
   * A fence in the database of what it guards.
   *
   * @param database the very {@link DataSource} of its transactions
   */
  public JdbcFence(DataSource database) {
    this.database = bare(database);
    this.jdbc = JdbcClient.create(this.database);
    this.own = new DataSourceTransactionManager(this.database);
    this.own.setTransactionSynchronization(
        DataSourceTransactionManager.SYNCHRONIZATION_NEVER); // it only looks
  }

  /** The one that transactions are bound to. */
  private static DataSource bare(DataSource database) {
    DataSource target = database instanceof TransactionAwareDataSourceProxy proxy
        ? proxy.getTargetDataSource()
        : null;
    return target == null ? database : target;
  }

  /**
   * Lets the token pass, and from now on none that is smaller.
   *
   * @param resource what is accessed; names its row, up to 512 characters
   * @param token that of the lease, above zero
   * @throws StaleTokenException if a greater one has passed before
   * @throws IllegalStateException outside a transaction on this database
   * @throws CannotAcquireLockException if the row is made and unmade by others meanwhile; trying again helps
   */
  public void check(String resource, long token) {
    StaleTokenException.checkToken(resource, token);
    ensureTransaction(resource);
    for (int i = 0; i < ATTEMPTS; i++) {
      if (run(PASS, resource, token) == 1) {
        return;
      }
      Optional<Long> seen =
          jdbc.sql(SEEN).param("resource", resource).query(Long.class).optional();
      if (seen.isPresent() && seen.get() > token) {
        throw new StaleTokenException(resource, token, seen.get());
      }
      if (seen.isEmpty() && insert(resource, token)) {
        return;
      } // somebody else has just made the row
    }
    throw new CannotAcquireLockException("resource '" + resource
        + "': its row in holdfast_fence comes and goes; try again, and let nobody delete it");
  }

  /**
   * {@link #check}, then the work, in the caller's transaction.
   *
   * @param <T> what the work returns
   * @param resource what is accessed; names its row, up to 512 characters
   * @param token that of the lease, above zero
   * @param work not called if the token is refused
   * @return what the work returned
   */
  public <T> T guard(String resource, long token, Supplier<T> work) {
    check(resource, token);
    return work.get();
  }

  /**
   * Without one, or in one of another database, the check would be over before the access begins. That a connection
   * has no auto-commit does not mean that it is in one: a pool may hand them out like that.
   */
  private void ensureTransaction(String resource) {
    if (!TransactionSynchronizationManager.isActualTransactionActive() || !isInTransaction()) {
      throw noTransaction(resource);
    }
    Connection connection = DataSourceUtils.getConnection(database);
    try {
      if (connection.getAutoCommit()) {
        throw noTransaction(resource);
      }
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("resource '" + resource + "': no connection", e);
    } finally {
      DataSourceUtils.releaseConnection(connection, database);
    }
  }

  private static IllegalStateException noTransaction(String resource) {
    return new IllegalStateException("resource '" + resource
        + "': a fence needs a transaction on its own DataSource, in which what it guards is read"
        + " and written as well; use @Transactional or TransactionTemplate");
  }

  /*
   * Who has bound a connection of this database to the thread:
   *
   *   DataSourceTransactionManager     synchronized, in a transaction
   *   JPA or Hibernate, as they begin  not synchronized
   *   any use during a transaction of  synchronized, in no transaction
   *   another database
   *
   * Only the manager itself can tell the first from the last.
   */
  private boolean isInTransaction() {
    if (!(TransactionSynchronizationManager.getResource(database)
        instanceof ConnectionHolder bound)) {
      return false;
    }
    if (!bound.isSynchronizedWithTransaction()) {
      return true;
    }
    try {
      own.getTransaction(JOINING); // takes part, begins nothing, and there is nothing to end
      return true;
    } catch (IllegalTransactionStateException none) {
      return false;
    }
  }

  /** Two may come first at the same time: the second waits for the first, and must not fail by it. */
  private boolean insert(String resource, long token) {
    if (knowsOnConflict) {
      try {
        return run(FIRST_OR_NOT, resource, token) == 1; // PostgreSQL would abort the transaction
      } catch (BadSqlGrammarException e) {
        knowsOnConflict = false; // H2 and others, where a failed statement does no harm
      }
    }
    try {
      return run(FIRST, resource, token) == 1;
    } catch (DuplicateKeyException e) {
      return false;
    }
  }

  private int run(String sql, String resource, long token) {
    return jdbc.sql(sql).param("resource", resource).param("token", token).update();
  }
}
