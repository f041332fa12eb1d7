package io.holdfast.flashsale.web;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.Orders;
import io.holdfast.flashsale.payment.PaymentOutcome;
import io.holdfast.flashsale.payment.Payments;
import io.holdfast.flashsale.work.BoundedPool;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.http.ResponseEntity;

/**
 * Takes payments on threads of their own, so that a slow provider holds up no purchase. When all are at work the buyer
 * is told at once; when the provider takes too long, the buyer is told that it is under way. Thread-safe.
 */
final class PaymentDesk {

  private final Payments payments;
  private final Orders orders;
  private final BoundedPool pool;
  private final Duration answerWithin;

  PaymentDesk(Payments payments, Orders orders, BoundedPool pool, Duration answerWithin) {
    this.payments = payments;
    this.orders = orders;
    this.pool = pool;
    this.answerWithin = answerWithin;
  }

  CompletionStage<ResponseEntity<OrderView>> pay(OrderId order, String user) {
    return pool.begin(() -> payments.pay(order, user))
        .orElseThrow(() -> Problem.of(ProblemType.OVERLOADED))
        .copy()
        .orTimeout(answerWithin.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyAsync(failure -> underWay(failure, order, user))
        .thenApply(PaymentDesk::answer);
  }

  private PaymentOutcome underWay(Throwable failure, OrderId order, String user) {
    if (failure instanceof TimeoutException) {
      return new PaymentOutcome.UnderWay(orders.find(order, user).orElseThrow());
    }
    throw failure instanceof CompletionException known ? known : new CompletionException(failure);
  }

  private static ResponseEntity<OrderView> answer(PaymentOutcome outcome) {
    if (outcome instanceof PaymentOutcome.Paid paid) {
      return ResponseEntity.ok(OrderView.of(paid.order()));
    } else if (outcome instanceof PaymentOutcome.UnderWay underWay) {
      return ResponseEntity.accepted().body(OrderView.of(underWay.order()));
    } else if (outcome instanceof PaymentOutcome.Declined) {
      throw Problem.of(ProblemType.PAYMENT_FAILED);
    } else if (outcome instanceof PaymentOutcome.TooLate late) {
      throw over(late.order(), late.refunded() ? "; what was paid is refunded" : "");
    } else if (outcome instanceof PaymentOutcome.NotYet) {
      throw Problem.of(ProblemType.ORDER_NOT_YET);
    }
    throw Problem.of(ProblemType.NOT_FOUND);
  }

  static Problem over(Order order, String more) {
    return Problem.of(ProblemType.ORDER_OVER, "the order is " + order.status() + more);
  }
}
