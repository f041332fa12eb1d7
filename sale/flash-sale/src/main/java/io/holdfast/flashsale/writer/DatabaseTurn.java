package io.holdfast.flashsale.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * A turn that the database gives while Redis has no memory for a lock: without it, what was accepted would wait until somebody
 * makes room, and what makes room is that it is written. It is short, so that the lock is tried again soon. Not thread-safe.
 */
/*
 * One session at a time has the advisory lock. The fence is raised by one: whoever wrote until now commits nothing from here
 * on. The token of the next lease is far greater, since it counts microseconds.
 */
final class DatabaseTurn implements Turn {

  private static final long LASTS_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int LOCK_CLASS = 0x666c7368; // the advisory locks of this service

  private static final String RAISE = """
      insert into holdfast_fence as f (resource, token) values (?, 1)
      on conflict (resource) do update set token = f.token + 1
      returning token""";

  private final Connection session;
  private final int key;
  private final long token;
  private final long endNanos = System.nanoTime() + LASTS_NANOS;

  private DatabaseTurn(Connection session, int key, long token) {
    this.session = session;
    this.key = key;
    this.token = token;
  }

  /** Takes it, unless another instance has it. */
  static Optional<Turn> take(DataSource database, long saleId) {
    int key = Long.hashCode(saleId);
    @Nullable Connection session = null;
    try {
      session = database.getConnection();
      if (ask(session, "select pg_try_advisory_lock(?, ?)::int", key) == 1) {
        try (PreparedStatement raise = session.prepareStatement(RAISE)) {
          raise.setString(1, OrderBatch.resource(saleId));
          try (ResultSet row = raise.executeQuery()) {
            row.next();
            Turn turn = new DatabaseTurn(session, key, row.getLong(1));
            session = null; // the turn's own
            return Optional.of(turn);
          }
        }
      }
      return Optional.empty();
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("sale " + saleId + ": no turn to write", e);
    } finally {
      end(session);
    }
  }

  private static int ask(Connection session, String question, int key) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(question)) {
      statement.setInt(1, LOCK_CLASS);
      statement.setInt(2, key);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public boolean isHeld() {
    return endNanos - System.nanoTime() > 0;
  }

  @Override
  public void close() {
    try {
      int unused = ask(session, "select pg_advisory_unlock(?, ?)::int", key);
    } catch (SQLException broken) {
      // then the session has ended, and the lock with it
    }
    end(session);
  }

  @Override
  public void leave() {
    close(); // the database ends the session of a process that dies
  }

  private static void end(@Nullable Connection session) {
    try {
      if (session != null) {
        session.close();
      }
    } catch (SQLException broken) {
      // as good as closed
    }
  }
}
