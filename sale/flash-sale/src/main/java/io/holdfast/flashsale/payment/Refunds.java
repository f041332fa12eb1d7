package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.work.Backoff;
import io.holdfast.flashsale.work.BoundedPool;
import io.holdfast.flashsale.work.DueRows;
import io.holdfast.flashsale.work.DueRows.Place;
import io.holdfast.flashsale.work.DueWork;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Gives back money that was taken for orders that are over, and says how far that is. Thread-safe. */
public final class Refunds {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final Place DUE = new Place("refunds", "attempt_id", "w.state = 'DUE'", """
      (select a.id from payment_attempts a where a.id = t.attempt_id) as id,
      (select a.order_id from payment_attempts a where a.id = t.attempt_id) as order_id,
      (select a.amount_cents from payment_attempts a where a.id = t.attempt_id) as amount_cents""");
  private static final String SELECT = """
      select r.number, r.attempt_id, a.order_id, o.sale_id, o.user_id, a.amount_cents, r.reason, r.state, r.tries,
             r.due_at, r.last_error, r.created_at, r.returned_at
        from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = a.order_id
      """;

  private final DataSource database;
  private final JdbcClient jdbc;
  private final PaymentProvider provider;
  private final Points points;
  private final Duration askAgainAfter;
  private final Settlement settlement;

  /**
   * Refunds by that provider.
   *
   * @param askAgainAfter how long an answer is waited for until the provider is asked again
   */
  public Refunds(
      DataSource database, PaymentProvider provider, Points points, Duration askAgainAfter) {
    this.database = database;
    this.jdbc = JdbcClient.create(database);
    this.provider = provider;
    this.points = points;
    this.askAgainAfter = askAgainAfter;
    this.settlement = new Settlement(database);
  }

  /** The worker that pays them. */
  public DueWork<Charge> worker(BoundedPool pool) {
    return new DueWork<>(
        "refunds",
        new DueRows<>(database, DUE, Attempts::charge, askAgainAfter),
        pool,
        new DueWork.Patience(LOOK_EVERY, new Backoff(askAgainAfter, LONGEST_PAUSE)),
        this::refund);
  }

  private @Nullable String refund(Charge charge) throws IOException, InterruptedException {
    Refund refund = Refund.of(charge);
    long sale = charge.order().saleId();
    points.passed(Point.REFUND_BEGUN, sale);
    RefundAnswer answer = Answers.of(() -> provider.refund(refund));
    points.passed(Point.REFUND_ANSWERED, sale);
    settlement.note(refund, answer);
    points.passed(Point.REFUND_NOTED, sale);
    return answer == RefundAnswer.LATER ? "the provider answers later" : null;
  }

  /**
   * Refunds, newest first.
   *
   * @param state DUE, RETURNED or REFUSED; empty for all
   * @param before only those with a lower number
   */
  public List<RefundEntry> list(String state, long before, int most) {
    return jdbc.sql(SELECT
            + " where r.number < ? and (? = '' or r.state = ?) order by r.number desc limit ?")
        .params(before, state, state, most)
        .query(RefundEntry::of)
        .list();
  }

  boolean exists(UUID attempt) {
    return jdbc.sql("select count(*) from refunds where attempt_id = ?")
            .param(attempt)
            .query(Integer.class)
            .single()
        > 0;
  }

  /** Lets the provider be asked again now, also if it has refused; empty if there is no such refund. */
  public Optional<RefundEntry> retry(UUID attempt) {
    jdbc.sql(
            "update refunds set state = 'DUE', due_at = now() where attempt_id = ? and state <> 'RETURNED'")
        .param(attempt)
        .update();
    return jdbc.sql(SELECT + " where r.attempt_id = ?")
        .param(attempt)
        .query(RefundEntry::of)
        .optional();
  }
}
