package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sale that an admin wants.
 *
 * @param name what is sold
 * @param rung how it is sold; 11 if it does not say
 * @param priceCents the price of one unit
 * @param perUser how many units one user may have; 1 if it does not say
 * @param total how many units there are
 * @param opensAt when it begins
 * @param endsAt when it is over
 */
record SaleWish(
    @Nullable String name,
    @Nullable Integer rung,
    @Nullable Long priceCents,
    @Nullable Integer perUser,
    @Nullable Integer total,
    @Nullable Instant opensAt,
    @Nullable Instant endsAt) {

  static final int MOST_UNITS = 10_000_000;

  /**
   * The same, complete.
   *
   * @throws Problem naming the first value that is missing or wrong
   */
  NewSale check() {
    if (name == null || name.isBlank() || name.length() > 120) {
      throw wrong("name: expected 1 to 120 characters");
    }
    if (opensAt == null || endsAt == null || !endsAt.isAfter(opensAt)) {
      throw wrong(
          "opensAt, endsAt: expected two times like 2030-01-31T20:00:00Z, the end after the opening");
    }
    return new NewSale(
        name,
        within("rung", rung == null ? Sale.PRODUCTION : rung, 1, 12),
        within("priceCents", priceCents, 0, 100_000_000),
        within("perUser", perUser == null ? 1 : perUser, 1, 1000),
        within("total", total, 0, MOST_UNITS),
        opensAt,
        endsAt,
        false);
  }

  private static int within(String what, @Nullable Integer value, int least, int most) {
    return (int) within(what, value == null ? null : Long.valueOf(value), (long) least, most);
  }

  private static long within(String what, @Nullable Long value, long least, long most) {
    if (value == null || value < least || value > most) {
      throw wrong(what + ": expected a whole number from " + least + " to " + most);
    }
    return value;
  }

  private static Problem wrong(String detail) {
    return Problem.of(ProblemType.INVALID_REQUEST, detail);
  }
}
