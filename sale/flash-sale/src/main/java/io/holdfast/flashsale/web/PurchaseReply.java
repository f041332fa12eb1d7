package io.holdfast.flashsale.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Accepted;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.order.Orders;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.springframework.dao.DataAccessException;

/** Writes the answer to a purchase. Thread-safe. */
final class PurchaseReply {

  private final Orders orders;
  private final Duration payWithin;
  private final InstantSource clock;
  private final PurchaseMeters meters;

  PurchaseReply(Orders orders, Duration payWithin, InstantSource clock, PurchaseMeters meters) {
    this.orders = orders;
    this.payWithin = payWithin;
    this.clock = clock;
    this.meters = meters;
  }

  /** Writes it. Asks the database only about an answer that was given before. */
  void write(Wish wish, PurchaseAnswer answer, HttpServletResponse response) throws IOException {
    if (answer instanceof Accepted accepted) {
      accepted(wish, accepted, response);
    } else if (answer instanceof Refused refused) {
      problem(refusal(wish, refused), response);
    } else {
      problem(Problem.of(ProblemType.OUTCOME_UNKNOWN), response);
    }
  }

  private void problem(Problem problem, HttpServletResponse response) throws IOException {
    meters.problem(problem.type());
    problem.writeTo(response);
  }

  private static Problem refusal(Wish wish, Refused refused) {
    return switch (refused.reason()) {
      case SOLD_OUT -> Problem.of(ProblemType.SOLD_OUT);
      case LIMIT_REACHED -> Problem.of(ProblemType.LIMIT_REACHED);
      case NOT_STARTED -> wish.listing().notStarted();
      case ENDED -> Problem.of(ProblemType.SALE_ENDED);
      case PAUSED -> Problem.of(ProblemType.SALE_PAUSED);
      case KEY_REUSED -> Problem.of(ProblemType.KEY_REUSED);
      case BUSY -> Problem.of(ProblemType.OVERLOADED);
    };
  }

  private void accepted(Wish wish, Accepted accepted, HttpServletResponse response)
      throws IOException {
    if (accepted.replayed()) {
      again(wish, accepted, response);
      return;
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    OrderStatus status = accepted.durable() ? OrderStatus.AWAITING_PAYMENT : OrderStatus.ACCEPTED;
    meters.accepted(wish.startNanos());
    order(wish, accepted, status, now, now.plus(payWithin), response);
  }

  /** The order as it is now, which may be paid or over by now. */
  private void again(Wish wish, Accepted accepted, HttpServletResponse response)
      throws IOException {
    Order order;
    try {
      order = orders.find(accepted.order(), wish.purchase().user()).orElse(null);
    } catch (DataAccessException away) {
      order = null;
    }
    if (order == null) {
      problem(Problem.of(ProblemType.OUTCOME_UNKNOWN), response);
      return;
    }
    if (order.status().isOver()) {
      problem(
          Problem.of(
              ProblemType.ORDER_OVER,
              "this key has bought an order that is " + order.status() + "; buy with another key",
              Map.of("order", order.id().toString(), "orderStatus", order.status())),
          response);
      return;
    }
    meters.replayed();
    order(wish, accepted, order.status(), order.acceptedAt(), order.payBy(), response);
  }

  private static void order(
      Wish wish,
      Accepted accepted,
      OrderStatus status,
      Instant acceptedAt,
      Instant payBy,
      HttpServletResponse response)
      throws IOException {
    String id = accepted.order().toString();
    String json = "{\"id\":\"" + id + "\"," + wish.listing().json()
        + ",\"quantity\":" + wish.purchase().quantity()
        + ",\"status\":\"" + status
        + "\",\"acceptedAt\":\"" + acceptedAt
        + "\",\"payBy\":\"" + payBy
        + "\",\"left\":" + accepted.left() + "}";
    byte[] body = json.getBytes(UTF_8);
    response.setStatus(status == OrderStatus.ACCEPTED ? 202 : 201);
    response.setHeader("Location", "/api/v1/orders/" + id);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
