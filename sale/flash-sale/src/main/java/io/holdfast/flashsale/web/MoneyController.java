package io.holdfast.flashsale.web;

import io.holdfast.flashsale.fulfilment.Outbox;
import io.holdfast.flashsale.fulfilment.OutboxEvent;
import io.holdfast.flashsale.payment.RefundEntry;
import io.holdfast.flashsale.payment.Refunds;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What operators see of refunds and of what fulfilment is told, and what they can do about it. */
@RestController
@RequestMapping("/api/v1/admin")
@Tag(name = "Admin")
@SecurityRequirement(name = "admin")
class MoneyController {

  private static final Set<String> REFUND_STATES = Set.of("DUE", "RETURNED", "REFUSED");
  private static final Set<String> EVENT_STATES = Set.of("WAITING", "DELIVERED", "DEAD");
  private static final int MOST = 1000;

  private final Refunds refunds;
  private final Outbox outbox;

  MoneyController(Refunds refunds, Outbox outbox) {
    this.refunds = refunds;
    this.outbox = outbox;
  }

  /**
   * Some of the refunds.
   *
   * @param refunds newest first
   * @param next what to ask for as {@code before} to see more; null if that is all
   */
  record RefundPage(List<RefundEntry> refunds, @Nullable Long next) {}

  /**
   * Some of the events.
   *
   * @param events newest first
   * @param next what to ask for as {@code before} to see more; null if that is all
   */
  record EventPage(List<OutboxEvent> events, @Nullable Long next) {}

  /**
   * What is sent again.
   *
   * @param events how many
   */
  record Redelivered(int events) {}

  @GetMapping("/refunds")
  @Operation(summary = "Refunds, newest first")
  RefundPage refunds(
      @RequestParam(defaultValue = "") String state,
      @RequestParam(required = false) @Nullable Long before,
      @RequestParam(defaultValue = "100") int limit) {
    List<RefundEntry> page = refunds.list(oneOf(REFUND_STATES, state), from(before), within(limit));
    return new RefundPage(
        page, page.size() < limit ? null : page.get(page.size() - 1).number());
  }

  @PostMapping("/refunds/{attempt}/retry")
  @Operation(summary = "Ask the provider again now, also if it has refused")
  RefundEntry retry(@PathVariable UUID attempt) {
    return refunds.retry(attempt).orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND));
  }

  @GetMapping("/fulfilment")
  @Operation(summary = "Events for fulfilment, newest first")
  EventPage events(
      @RequestParam(defaultValue = "") String state,
      @RequestParam(required = false) @Nullable Long before,
      @RequestParam(defaultValue = "100") int limit) {
    List<OutboxEvent> page = outbox.list(oneOf(EVENT_STATES, state), from(before), within(limit));
    return new EventPage(
        page, page.size() < limit ? null : page.get(page.size() - 1).sequence());
  }

  @PostMapping("/fulfilment/{sequence}/redeliver")
  @Operation(summary = "Send an event again, as if it had never been tried")
  OutboxEvent redeliver(@PathVariable long sequence) {
    return outbox.redeliver(sequence).orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND));
  }

  @PostMapping("/fulfilment/redeliver")
  @Operation(summary = "Send again all events that were given up")
  Redelivered redeliverDead() {
    return new Redelivered(outbox.redeliverDead());
  }

  private static long from(@Nullable Long before) {
    return before == null ? Long.MAX_VALUE : before;
  }

  private static String oneOf(Set<String> states, String state) {
    if (!state.isEmpty() && !states.contains(state)) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "state: expected one of " + states);
    }
    return state;
  }

  private static int within(int limit) {
    if (limit < 1 || limit > MOST) {
      throw Problem.of(ProblemType.INVALID_REQUEST, "limit: expected 1 to " + MOST);
    }
    return limit;
  }
}
