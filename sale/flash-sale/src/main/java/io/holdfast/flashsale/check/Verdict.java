package io.holdfast.flashsale.check;

/**
 * What became of a sale.
 *
 * @param stock units there were
 * @param accepted orders that buyers were promised
 * @param orders live orders in the database
 * @param units their units
 * @param lost promised orders that are not in the database
 * @param unasked orders in the database that nobody was promised
 * @param overLimit users who have more than they may
 * @param pending accepted, and still not in the database
 * @param leaked units that are neither available nor reserved nor in an order; negative if there are too many
 * @param moneyOff cents taken and not given back beyond the price of paid orders; negative if that is not covered
 * @param unsold units left although more buyers asked, were refused for another reason than the stock, or wait
 */
public record Verdict(
    int stock,
    int accepted,
    int orders,
    int units,
    int lost,
    int unasked,
    int overLimit,
    int pending,
    int leaked,
    long moneyOff,
    int unsold) {

  /** Units sold that did not exist. */
  public int oversold() {
    return Math.max(0, units - stock);
  }

  /** Whether every promise was kept. */
  public boolean isExact() {
    return oversold() == 0
        && lost == 0
        && unasked == 0
        && overLimit == 0
        && pending == 0
        && leaked == 0
        && moneyOff == 0
        && unsold == 0;
  }

  /** In one word, the worst first. */
  public String word() {
    if (oversold() > 0) {
      return "OVERSOLD +" + oversold();
    }
    if (lost > 0) {
      return "LOST " + lost;
    }
    if (overLimit > 0) {
      return "OVER LIMIT " + overLimit;
    }
    if (unasked > 0) {
      return "UNASKED " + unasked;
    }
    if (pending > 0) {
      return "PENDING " + pending;
    }
    if (leaked != 0) {
      return "LEAKED " + leaked;
    }
    if (moneyOff != 0) {
      return "MONEY " + (moneyOff > 0 ? "+" : "") + moneyOff;
    }
    return unsold > 0 ? "STUCK " + unsold : "EXACT";
  }
}
