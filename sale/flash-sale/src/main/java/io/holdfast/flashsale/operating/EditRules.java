package io.holdfast.flashsale.operating;

import io.holdfast.flashsale.sale.Sale;
import io.holdfast.flashsale.sale.SaleEdit;
import io.holdfast.flashsale.sale.WrongStateException;
import java.time.Duration;
import java.time.Instant;

/**
 * What may be changed about a sale, and until when: what a buyer has been promised stays. An order gets its price when it
 * is written, a moment after it was accepted; and the clocks of Redis and the database differ.
 */
final class EditRules {

  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);

  private EditRules() {}

  /**
   * Checks.
   *
   * @throws WrongStateException naming what cannot be changed any more
   */
  static void check(Sale sale, SaleEdit edit, Instant now) {
    if (!sale.endsAt().isAfter(now)) {
      throw new WrongStateException(sale.id(), "is over and cannot be changed");
    }
    boolean hasBegun = !sale.opensAt().isAfter(now.plus(CLOCKS_DIFFER));
    if (hasBegun && edit.priceCents() != null && edit.priceCents() != sale.priceCents()) {
      throw late(sale, "priceCents");
    }
    if (hasBegun && edit.opensAt() != null && !edit.opensAt().equals(sale.opensAt())) {
      throw late(sale, "opensAt");
    }
    if (hasBegun && edit.perUser() != null && edit.perUser() < sale.perUser()) {
      throw new WrongStateException(
          sale.id(), "has begun: perUser may be raised from " + sale.perUser() + ", not lowered");
    }
    if (edit.endsAt() != null && !edit.endsAt().isAfter(now)) {
      throw new WrongStateException(
          sale.id(), "endsAt " + edit.endsAt() + " is over already: close the sale instead");
    }
    Instant opensAt = edit.opensAt() == null ? sale.opensAt() : edit.opensAt();
    Instant endsAt = edit.endsAt() == null ? sale.endsAt() : edit.endsAt();
    if (!endsAt.isAfter(opensAt)) {
      throw new WrongStateException(
          sale.id(), "would end at " + endsAt + " and open at " + opensAt);
    }
  }

  private static WrongStateException late(Sale sale, String what) {
    return new WrongStateException(
        sale.id(),
        "has begun, or begins within " + CLOCKS_DIFFER.toSeconds() + " s: " + what
            + " stays as it is");
  }
}
