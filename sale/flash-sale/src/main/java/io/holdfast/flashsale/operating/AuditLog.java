package io.holdfast.flashsale.operating;

import java.sql.Types;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Who asked for what, and how it ended; and which keys are taken. Thread-safe. */
public final class AuditLog {

  /**
   * Whose the key is.
   *
   * @param row of the table
   * @param saleId what the wish was about; 0 if it is new
   * @param isNew whether it was taken just now
   */
  record Taken(long row, long saleId, boolean isNew) {}

  private final JdbcClient jdbc;

  public AuditLog(DataSource database) {
    this.jdbc = JdbcClient.create(database);
  }

  /**
   * Takes the key, in the caller's transaction; whoever asks with the same key at the same time waits for its end.
   *
   * @throws KeyReusedException if the key stands for another wish
   */
  Taken take(OperatorRequest request) {
    Optional<Long> row = jdbc.sql("""
        insert into audit (actor, action, idempotency_key, request, outcome) values (?, ?, ?, ?, 'NOTED')
        on conflict (idempotency_key) where outcome in ('NOTED', 'DONE') do nothing returning id""")
        .params(request.actor(), request.action(), key(request), request.text())
        .query(Long.class)
        .optional();
    return row.map(id -> new Taken(id, 0, true)).orElseGet(() -> earlier(request));
  }

  private Taken earlier(OperatorRequest again) {
    return jdbc.sql("""
        select id, sale_id from audit
         where idempotency_key = ? and outcome in ('NOTED', 'DONE') and action = ? and request = ?""")
        .params(key(again), again.action(), again.text())
        .query((row, number) -> new Taken(row.getLong("id"), row.getLong("sale_id"), false))
        .optional()
        .orElseThrow(() -> new KeyReusedException(again.key()));
  }

  private static String key(OperatorRequest request) {
    return Objects.requireNonNull(request.key(), "a change needs a key");
  }

  /** The change that this row tells of is one of this sale. */
  void about(long row, long saleId) {
    jdbc.sql("update audit set sale_id = ? where id = ?").params(saleId, row).update();
  }

  /** All that was asked for has happened, in Redis as well. */
  void done(long row) {
    jdbc.sql("update audit set outcome = 'DONE' where id = ?").param(row).update();
  }

  /**
   * Notes what takes no key: it was asked for again, refused, or may be done twice.
   *
   * @param outcome as in the table
   */
  public void note(
      OperatorRequest request, @Nullable Long saleId, String outcome, @Nullable String detail) {
    jdbc.sql("""
        insert into audit (actor, action, idempotency_key, sale_id, request, outcome, detail)
        values (:actor, :action, :key, :sale, :text, :outcome, :detail)""")
        .param("actor", request.actor())
        .param("action", request.action())
        .param("key", request.key())
        .param("sale", saleId, Types.BIGINT)
        .param("text", request.text())
        .param("outcome", outcome)
        .param("detail", detail, Types.VARCHAR)
        .update();
  }
}
