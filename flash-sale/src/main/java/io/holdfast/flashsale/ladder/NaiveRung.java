package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Answer;
import io.holdfast.flashsale.buying.Purchase;

/** Rung 1: read the stock, subtract, write it back. Two who read before either writes sell the same unit. */
final class NaiveRung extends ShelfRung {

  NaiveRung(Surroundings surroundings) {
    super(1, surroundings);
  }

  @Override
  Answer sell(Purchase purchase) {
    return readAndWrite(purchase);
  }
}
