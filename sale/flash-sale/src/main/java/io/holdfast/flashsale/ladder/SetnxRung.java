package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;

/** Rung 3: a lock key without expiry. Whoever dies with it blocks the sale for ever. */
final class SetnxRung extends KeyLockRung {

  SetnxRung(Surroundings surroundings) {
    super(3, surroundings);
  }

  @Override
  boolean tryLock(Purchase purchase, String owner) {
    return reply(redis().setnx(lockOf(purchase), "locked"));
  }

  @Override
  void unlock(Purchase purchase, String owner) {
    reply(redis().del(lockOf(purchase)));
  }
}
