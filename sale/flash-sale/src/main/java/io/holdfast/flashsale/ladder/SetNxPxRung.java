package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.lettuce.core.SetArgs;

/** Rung 5: key and expiry in one command. Whoever is slower than the expiry deletes somebody else's key. */
final class SetNxPxRung extends KeyLockRung {

  SetNxPxRung(Surroundings surroundings) {
    super(5, surroundings);
  }

  @Override
  boolean tryLock(Purchase purchase, String owner) {
    SetArgs ifFree = SetArgs.Builder.nx().px(surroundings.lockTime());
    return "OK".equals(reply(redis().set(lockOf(purchase), "locked", ifFree)));
  }

  @Override
  void unlock(Purchase purchase, String owner) {
    reply(redis().del(lockOf(purchase)));
  }
}
