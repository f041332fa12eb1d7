package io.holdfast.flashsale.demo.load;

import io.holdfast.flashsale.demo.http.Reply;
import java.nio.ByteBuffer;

/** Wishes of buyers who come when all is sold, over and over again; units of cancelled orders may be theirs. */
final class LateWishes implements Wishes {

  private final Purchases purchases;

  LateWishes(Purchases purchases) {
    this.purchases = purchases;
  }

  @Override
  public void writeTo(int number, ByteBuffer request) {
    purchases.writeTo(number % purchases.buyers(), request);
  }

  @Override
  public String kindOf(int number, Reply reply) {
    return purchases.kindOf(number % purchases.buyers(), reply);
  }

  @Override
  public void neverTold(int number) {
    purchases.neverTold(number % purchases.buyers());
  }
}
