package io.holdfast.flashsale.work;

import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Rows of a table that wait to be worked on, each by one instance at a time. The table has the columns {@code state},
 * {@code due_at}, {@code tries} and {@code last_error}. Whoever dies with a row in hand loses it when its time is over.
 * Thread-safe.
 */
public final class DueRows<T> {

  /**
   * One of them.
   *
   * @param id its key
   * @param tries how often it was begun, this time included
   * @param what the rest
   */
  public record Due<T>(Object id, int tries, T what) {}

  /**
   * Where they are; texts of SQL.
   *
   * @param table its name
   * @param key its key
   * @param waiting which rows of {@code w} wait
   * @param columns what the mapper needs of {@code t}
   */
  public record Place(String table, String key, String waiting, String columns) {}

  private final JdbcClient jdbc;
  private final Place place;
  private final RowMapper<T> mapper;
  private final Duration turn;

  /** With so much time for each row, after which another instance may begin it. */
  public DueRows(DataSource database, Place place, RowMapper<T> mapper, Duration turn) {
    this.jdbc = JdbcClient.create(database);
    this.place = place;
    this.mapper = mapper;
    this.turn = turn;
  }

  /** Takes up to so many that are due. */
  List<Due<T>> claim(int most) {
    return jdbc.sql("""
        update %1$s t set tries = t.tries + 1, due_at = now() + ? * interval '1 millisecond'
          from (select w.%2$s from %1$s w where %3$s and w.due_at <= now()
                 order by w.due_at limit ? for update skip locked) due
         where t.%2$s = due.%2$s
        returning t.%2$s as due_id, t.tries as due_tries, %4$s""".formatted(place.table(), place.key(), place.waiting(), place.columns()))
        .params(turn.toMillis(), most)
        .query((row, number) ->
            new Due<>(row.getObject("due_id"), row.getInt("due_tries"), mapper.mapRow(row, number)))
        .list();
  }

  /** Puts one back; {@code state} is a new state, or empty for the same. */
  void later(Due<T> due, Duration after, String why, String state) {
    jdbc.sql("""
        update %s w set due_at = now() + ? * interval '1 millisecond', last_error = ?,
               state = coalesce(nullif(?, ''), state)
         where %s = ? and %s""".formatted(place.table(), place.key(), place.waiting()))
        .params(after.toMillis(), why, state, due.id())
        .update();
  }
}
