package io.holdfast.flashsale.buying;

import io.holdfast.flashsale.sale.Sale;

/**
 * A wish to buy.
 *
 * @param sale where
 * @param user who
 * @param key the buyer's name for this wish: asked again with the same one, it is the same wish
 * @param quantity how many units
 */
public record Purchase(Sale sale, String user, String key, int quantity) {

  public Purchase {
    if (quantity < 1) {
      throw new IllegalArgumentException("quantity " + quantity + ": expected at least 1");
    }
  }

  /** The order it may become. */
  public OrderId orderId() {
    return OrderId.of(sale.id(), user, key);
  }
}
