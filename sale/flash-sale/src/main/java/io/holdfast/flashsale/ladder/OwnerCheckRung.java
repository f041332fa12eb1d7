package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.lettuce.core.SetArgs;

/** Rung 6: only the owner deletes. The key can become somebody else's between the look and the delete. */
final class OwnerCheckRung extends KeyLockRung {

  OwnerCheckRung(Surroundings surroundings) {
    super(6, surroundings);
  }

  @Override
  boolean tryLock(Purchase purchase, String owner) {
    SetArgs ifFree = SetArgs.Builder.nx().px(surroundings.lockTime());
    return "OK".equals(reply(redis().set(lockOf(purchase), owner, ifFree)));
  }

  @Override
  void unlock(Purchase purchase, String owner) {
    if (owner.equals(reply(redis().get(lockOf(purchase))))) {
      passed(Point.COMPARED, purchase);
      reply(redis().del(lockOf(purchase)));
    }
  }
}
