package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sale as buyers see it.
 *
 * @param id its number
 * @param name what is sold
 * @param rung how it is sold
 * @param priceCents the price of one unit
 * @param perUser how many units one user may have
 * @param total how many units there are
 * @param available how many are left
 * @param state what one can do with it now
 * @param pauseReason why it is paused
 * @param opensAt when it begins
 * @param endsAt when it is over
 * @param serverTime when all this was so
 */
record SaleView(
    String id,
    String name,
    int rung,
    long priceCents,
    int perUser,
    int total,
    int available,
    State state,
    @Nullable String pauseReason,
    Instant opensAt,
    Instant endsAt,
    Instant serverTime) {

  /** What one can do with a sale. */
  enum State {
    SCHEDULED,
    OPEN,
    SOLD_OUT,
    PAUSED,
    ENDED
  }

  static SaleView of(Sale sale, int available, Instant now) {
    return new SaleView(
        Long.toString(sale.id()),
        sale.name(),
        sale.rung(),
        sale.priceCents(),
        sale.perUser(),
        sale.total(),
        available,
        state(sale, available, now),
        sale.pauseReason(),
        sale.opensAt(),
        sale.endsAt(),
        now);
  }

  private static State state(Sale sale, int available, Instant now) {
    if (sale.status() == SaleStatus.CLOSED || !now.isBefore(sale.endsAt())) {
      return State.ENDED;
    }
    if (sale.status() == SaleStatus.PAUSED) {
      return State.PAUSED;
    }
    if (now.isBefore(sale.opensAt())) {
      return State.SCHEDULED;
    }
    return available > 0 ? State.OPEN : State.SOLD_OUT;
  }

  /** What is the same as long as nobody would see a difference, apart from the time. */
  Object look() {
    return List.of(
        name,
        priceCents,
        perUser,
        total,
        available,
        state,
        opensAt,
        endsAt,
        String.valueOf(pauseReason));
  }
}
