package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;

/** Rung 2: the same under a monitor of this JVM, of which another instance knows nothing. */
final class SynchronizedRung extends ShelfRung {

  private final Object monitor = new Object();

  SynchronizedRung(Surroundings surroundings) {
    super(2, surroundings);
  }

  @Override
  PurchaseAnswer sell(Purchase purchase) {
    synchronized (monitor) {
      return readAndWrite(purchase);
    }
  }
}
