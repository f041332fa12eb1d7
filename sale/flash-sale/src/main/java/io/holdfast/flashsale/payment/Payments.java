package io.holdfast.flashsale.payment;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.ladder.Point;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.order.OrderTable;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.payment.PaymentOutcome.Declined;
import io.holdfast.flashsale.payment.PaymentOutcome.NotYet;
import io.holdfast.flashsale.payment.PaymentOutcome.Paid;
import io.holdfast.flashsale.payment.PaymentOutcome.TooLate;
import io.holdfast.flashsale.payment.PaymentOutcome.UnderWay;
import io.holdfast.flashsale.payment.PaymentOutcome.Unknown;
import io.holdfast.flashsale.work.Backoff;
import io.holdfast.flashsale.work.BoundedPool;
import io.holdfast.flashsale.work.DueWork;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Paying for orders. Whether a payment or an expiry comes first is decided by the order's row, and money that was taken
 * for an order that is over becomes a refund. Thread-safe.
 */
/*
 *   attempt noted --> provider asked --> answered --> noted --> buyer told
 *
 * After a crash at any step the attempt is there and open, or noted for good. An open one is asked for again, by the
 * buyer or by a worker, under the same id: charged if the order still waits, withdrawn if it is over.
 */
public final class Payments {

  private static final Logger LOG = LoggerFactory.getLogger(Payments.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final OrderTable table;
  private final Orders orders;
  private final PaymentProvider provider;
  private final Points points;
  private final Duration askAgainAfter;
  private final Attempts attempts;
  private final Settlement settlement;

  /**
   * Payments by that provider.
   *
   * @param askAgainAfter how long an answer is waited for until the provider is asked again
   */
  public Payments(
      DataSource database,
      Orders orders,
      PaymentProvider provider,
      Points points,
      Duration askAgainAfter) {
    this.table = new OrderTable(database);
    this.orders = orders;
    this.provider = provider;
    this.points = points;
    this.askAgainAfter = askAgainAfter;
    this.attempts = new Attempts(database, askAgainAfter);
    this.settlement = new Settlement(database);
  }

  /** Pays the order, if it is this user's; waits for the provider. */
  public PaymentOutcome pay(OrderId id, String user) {
    Optional<Order> found = orders.find(id, user);
    if (found.isEmpty()) {
      return new Unknown();
    } else if (found.get().status() == OrderStatus.ACCEPTED) {
      return new NotYet(found.get());
    } else if (found.get().status() != OrderStatus.AWAITING_PAYMENT) {
      return outcome(found.get(), ChargeAnswer.LATER);
    }
    ChargeAnswer answer = attempts.begin(id).map(this::charge).orElse(ChargeAnswer.LATER);
    points.passed(Point.CHARGE_NOTED, id.saleId());
    return outcome(table.find(id).orElseThrow(), answer);
  }

  private ChargeAnswer charge(Charge charge) {
    try {
      return ask(charge, true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ChargeAnswer.LATER;
    } catch (IOException e) {
      LOG.info(
          "attempt {} has no answer, and is asked for again: {}", charge.attempt(), e.toString());
      return ChargeAnswer.LATER;
    }
  }

  private ChargeAnswer ask(Charge charge, boolean isWanted)
      throws IOException, InterruptedException {
    long sale = charge.order().saleId();
    points.passed(Point.CHARGE_BEGUN, sale);
    ChargeAnswer answer =
        Answers.of(() -> isWanted ? provider.charge(charge) : provider.withdraw(charge));
    points.passed(Point.CHARGE_ANSWERED, sale);
    settlement.note(charge, answer);
    return answer;
  }

  private PaymentOutcome outcome(Order now, ChargeAnswer answer) {
    return switch (now.status()) {
      case PAID -> new Paid(now);
      case AWAITING_PAYMENT ->
        answer == ChargeAnswer.DECLINED ? new Declined(now) : new UnderWay(now);
      default -> new TooLate(now, table.isRefunded(now.id()));
    };
  }

  /** The worker that asks again for attempts without an answer. */
  public DueWork<Charge> inquiries(BoundedPool pool) {
    return new DueWork<>(
        "inquiries",
        attempts.due(),
        pool,
        new DueWork.Patience(LOOK_EVERY, new Backoff(askAgainAfter, LONGEST_PAUSE)),
        this::inquire);
  }

  private @Nullable String inquire(Charge charge) throws IOException, InterruptedException {
    boolean isWanted =
        table.find(charge.order()).orElseThrow().status() == OrderStatus.AWAITING_PAYMENT;
    return ask(charge, isWanted) == ChargeAnswer.LATER ? "the provider answers later" : null;
  }
}
