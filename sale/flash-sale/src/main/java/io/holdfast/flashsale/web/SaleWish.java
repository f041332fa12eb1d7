package io.holdfast.flashsale.web;

import io.holdfast.flashsale.sale.NewSale;
import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleEdit;
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
    String checked = checkName(name);
    if (opensAt == null || endsAt == null || !endsAt.isAfter(opensAt)) {
      throw wrong(
          "opensAt, endsAt: expected two times like 2030-01-31T20:00:00Z, the end after the opening");
    }
    return new NewSale(
        checked,
        within("rung", rung == null ? Sale.PRODUCTION : rung, 1, 12),
        checkPrice(priceCents),
        checkPerUser(perUser == null ? 1 : perUser),
        within("total", total, 0, MOST_UNITS),
        opensAt,
        endsAt,
        false);
  }

  /** The same, with what is missing taken from another sale, its times apart. */
  SaleWish like(Sale other) {
    return new SaleWish(
        name == null ? other.name() : name,
        rung == null ? Integer.valueOf(other.rung()) : rung,
        priceCents == null ? Long.valueOf(other.priceCents()) : priceCents,
        perUser == null ? Integer.valueOf(other.perUser()) : perUser,
        total == null ? Integer.valueOf(other.total()) : total,
        opensAt,
        endsAt);
  }

  /**
   * The same as changes of a sale.
   *
   * @throws Problem naming the first value that is wrong, or cannot be changed
   */
  SaleEdit checkEdit() {
    if (rung != null || total != null) {
      throw wrong(
          (rung != null ? "rung: expected nothing, it stays" : "total: restock or lower it"));
    }
    if (name != null) {
      checkName(name);
    }
    if (priceCents != null) {
      checkPrice(priceCents);
    }
    if (perUser != null) {
      checkPerUser(perUser);
    }
    return new SaleEdit(name, priceCents, perUser, opensAt, endsAt);
  }

  private static String checkName(@Nullable String name) {
    if (name == null || name.isBlank() || name.length() > 120 || name.indexOf('\0') >= 0) {
      throw wrong("name: expected 1 to 120 characters");
    }
    return name;
  }

  private static long checkPrice(@Nullable Long priceCents) {
    return within("priceCents", priceCents, 0, 100_000_000);
  }

  private static int checkPerUser(int perUser) {
    return within("perUser", perUser, 1, 1000);
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
