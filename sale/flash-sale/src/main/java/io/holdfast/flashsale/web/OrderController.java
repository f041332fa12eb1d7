package io.holdfast.flashsale.web;

import io.holdfast.flashsale.buying.OrderId;
import io.holdfast.flashsale.events.Feed;
import io.holdfast.flashsale.events.Feed.Moment;
import io.holdfast.flashsale.order.Cancellation;
import io.holdfast.flashsale.order.Order;
import io.holdfast.flashsale.order.OrderStatus;
import io.holdfast.flashsale.order.Orders;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** What one has bought. Somebody else's order does not exist. */
@RestController
@RequestMapping("/api/v1/orders")
@Tag(name = "Buyers")
@SecurityRequirement(name = "user")
class OrderController {

  private static final int MOST = 100;

  private final Callers callers;
  private final Limits limits;
  private final Orders orders;
  private final PaymentDesk desk;
  private final OrderBoard board;
  private final Streams streams;
  private final JsonMapper json;

  OrderController(
      Callers callers,
      Limits limits,
      Orders orders,
      PaymentDesk desk,
      OrderBoard board,
      Streams streams,
      JsonMapper json) {
    this.callers = callers;
    this.limits = limits;
    this.orders = orders;
    this.desk = desk;
    this.board = board;
    this.streams = streams;
    this.json = json;
  }

  /**
   * One's own orders.
   *
   * @param orders newest first
   */
  record OrderList(List<OrderView> orders) {}

  @GetMapping
  @Operation(summary = "One's own orders, newest first, at most 100")
  OrderList list(HttpServletRequest request) {
    return new OrderList(
        orders.ofUser(looking(request), MOST).stream().map(OrderView::of).toList());
  }

  @GetMapping("/{id}")
  @Operation(summary = "One of one's own orders")
  OrderView get(@PathVariable String id, HttpServletRequest request) {
    return OrderView.of(find(parse(id), looking(request)));
  }

  /** Who asks the database something, not too often. */
  private String looking(HttpServletRequest request) {
    String user = callers.user(request);
    limits.passLook(user, callers.address(request));
    return user;
  }

  @GetMapping(path = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Operation(summary = "Follow an order: server-sent events 'order' until it is paid or over")
  void events(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String user = looking(request);
    OrderId order = parse(id);
    Feed feed = () -> {
      Order now = board.latest(order, followed -> find(followed, user));
      if (!now.user().equals(user)) {
        throw Problem.of(ProblemType.NOT_FOUND);
      }
      boolean isLast = now.status() == OrderStatus.PAID || now.status().isOver();
      return new Moment(now.status(), json.writeValueAsString(OrderView.of(now)), isLast);
    };
    streams.open("order:" + order + ":" + user, "order", feed, false, request, response);
  }

  @PostMapping("/{id}/payment")
  @Operation(
      summary = "Pay; safe to repeat. 202: the provider has not answered yet, follow the order")
  CompletionStage<ResponseEntity<OrderView>> pay(
      @PathVariable String id, HttpServletRequest request) {
    String user = callers.user(request);
    limits.passUser(user, callers.address(request));
    return desk.pay(parse(id), user);
  }

  @DeleteMapping("/{id}")
  @Operation(summary = "Cancel an order that waits for its payment; safe to repeat")
  OrderView cancel(@PathVariable String id, HttpServletRequest request) {
    String user = callers.user(request);
    limits.passUser(user, callers.address(request));
    Cancellation outcome = orders.cancel(parse(id), user);
    if (outcome instanceof Cancellation.Cancelled cancelled) {
      return OrderView.of(cancelled.order());
    } else if (outcome instanceof Cancellation.TooLate late) {
      throw PaymentDesk.over(late.order(), "");
    } else if (outcome instanceof Cancellation.NotYet) {
      throw Problem.of(ProblemType.ORDER_NOT_YET);
    }
    throw Problem.of(ProblemType.NOT_FOUND);
  }

  private Order find(OrderId id, String user) {
    return orders.find(id, user).orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND));
  }

  private static OrderId parse(String id) {
    try {
      return OrderId.parse(id);
    } catch (IllegalArgumentException notOurs) {
      throw Problem.of(ProblemType.NOT_FOUND);
    }
  }
}
