package io.holdfast.flashsale.fulfilment;

import io.holdfast.flashsale.work.DueRows;
import io.holdfast.flashsale.work.DueRows.Place;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Events that transactions have left for fulfilment. An order's next one waits until the one before is delivered, or,
 * if that is dead, until somebody has seen to it. Thread-safe.
 */
public final class Outbox {

  private static final Place DUE = new Place("outbox", "id", """
      w.state = 'WAITING' and not exists
        (select 1 from outbox e where e.order_id = w.order_id and e.id < w.id and e.state <> 'DELIVERED')""", OutboxEvent.COLUMNS);
  private static final String SELECT = "select " + OutboxEvent.COLUMNS + " from outbox t";

  private final DataSource database;
  private final JdbcClient jdbc;

  public Outbox(DataSource database) {
    this.database = database;
    this.jdbc = JdbcClient.create(database);
  }

  DueRows<OutboxEvent> due(Duration turn) {
    return new DueRows<>(database, DUE, OutboxEvent::of, turn);
  }

  void delivered(OutboxEvent event) {
    jdbc.sql("""
        update outbox set state = 'DELIVERED', delivered_at = now(), last_error = null
         where id = ? and state <> 'DELIVERED'""").param(event.sequence()).update();
  }

  /**
   * Events, newest first.
   *
   * @param state WAITING, DELIVERED or DEAD; empty for all
   * @param before only those with a lower sequence
   */
  public List<OutboxEvent> list(String state, long before, int most) {
    return jdbc.sql(
            SELECT + " where t.id < ? and (? = '' or t.state = ?) order by t.id desc limit ?")
        .params(before, state, state, most)
        .query(OutboxEvent::of)
        .list();
  }

  /** Sends one again, as if it had never been tried: dead, waiting or delivered; empty if there is none. */
  public Optional<OutboxEvent> redeliver(long sequence) {
    jdbc.sql("update outbox set state = 'WAITING', tries = 0, due_at = now() where id = ?")
        .param(sequence)
        .update();
    return jdbc.sql(SELECT + " where t.id = ?")
        .param(sequence)
        .query(OutboxEvent::of)
        .optional();
  }

  /** The same with all that are dead; how many these were. */
  public int redeliverDead() {
    return jdbc.sql(
            "update outbox set state = 'WAITING', tries = 0, due_at = now() where state = 'DEAD'")
        .update();
  }
}
