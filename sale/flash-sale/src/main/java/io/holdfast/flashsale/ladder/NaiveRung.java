package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;

/** Rung 1: read the stock, subtract, write it back. Two who read before either writes sell the same unit. */
final class NaiveRung extends ShelfRung {

  NaiveRung(Surroundings surroundings) {
    super(1, surroundings);
  }

  @Override
  PurchaseAnswer sell(Purchase purchase) {
    return readAndWrite(purchase);
  }
}
