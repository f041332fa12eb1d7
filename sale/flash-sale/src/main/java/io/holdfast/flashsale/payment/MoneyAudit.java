package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.ledger.MoneyBooks;
import io.holdfast.flashsale.work.Repeated;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Adds up the money of every sale outside the Lab, now and then. A ledger that is off is a finding, in the table and in
 * the log: noted once, and once more when it is right again. Every instance may do so at once. Thread-safe.
 */
public final class MoneyAudit implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MoneyAudit.class);

  /** What is new since the last finding about money of the sale. */
  private static final String NEWS = """
      insert into findings (sale_id, epoch, difference, detail, repaired, money_cents)
      select id, epoch, 0,
             case off when 0 then 'the money adds up again'
               else 'the money is off by ' || off || ' cents: taken ' || taken || ', returned ' || returned
                    || ', due to be returned ' || due || ', paid orders ' || paid end,
             off = 0, off
        from (select s.id, s.epoch, b.*, b.taken - b.returned - b.due - b.paid as off
                from sales s cross join lateral (select %s) b
               where not s.lab and s.ends_at > now() - interval '2 days') books
       where off <> coalesce((select f.money_cents from findings f
                               where f.sale_id = books.id and f.money_cents is not null
                               order by f.id desc limit 1), 0)
      returning detail""".formatted(MoneyBooks.FIGURES);

  private static final String FIGURES = """
      select (select count(*) from payment_attempts where state = 'ASKED') as open,
             (select count(*) from refunds where state = 'DUE') as due,
             (select count(*) from refunds where state = 'REFUSED') as refused,
             (select count(*) from outbox where state = 'WAITING') as waiting,
             (select count(*) from outbox where state = 'DEAD') as dead,
             (select coalesce(sum(abs(money_cents)), 0) from (
                select distinct on (sale_id) money_cents from findings where money_cents is not null
                 order by sale_id, id desc) f) as off""";

  /**
   * What there is to watch, of all sales together.
   *
   * @param open attempts without an answer
   * @param refundsDue refunds to be paid
   * @param refundsRefused refunds that the provider refuses
   * @param eventsWaiting events that fulfilment does not have yet
   * @param eventsDead events that were given up
   * @param offCents by how much the ledgers are off
   */
  public record Figures(
      long open,
      long refundsDue,
      long refundsRefused,
      long eventsWaiting,
      long eventsDead,
      long offCents) {}

  private final JdbcClient jdbc;
  private final Repeated rounds;
  private volatile Figures figures = new Figures(0, 0, 0, 0, 0, 0);

  public MoneyAudit(DataSource database, Duration every) {
    this.jdbc = JdbcClient.create(database);
    this.rounds = new Repeated("money-audit", every, this::round);
  }

  /** Begins. Once. */
  public void start() {
    rounds.start();
  }

  /** One round over all sales; what is new. */
  public List<String> look() {
    List<String> news = jdbc.sql(NEWS).query(String.class).list();
    news.forEach(LOG::error);
    figures = jdbc.sql(FIGURES)
        .query((row, number) -> new Figures(
            row.getLong("open"),
            row.getLong("due"),
            row.getLong("refused"),
            row.getLong("waiting"),
            row.getLong("dead"),
            row.getLong("off")))
        .single();
    return news;
  }

  private void round() {
    look();
  }

  /** As of the last round. */
  public Figures figures() {
    return figures;
  }

  /** Ends after the round that runs. */
  @Override
  public void close() {
    rounds.close();
  }
}
