package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import java.time.Duration;

/** Rung 4: the key, then its expiry. Whoever dies in between blocks the sale for ever. */
final class SetnxExpireRung extends KeyLockRung {

  private final Duration wholeSeconds;

  SetnxExpireRung(Surroundings surroundings) {
    super(4, surroundings);
    long seconds = (surroundings.lockTime().toMillis() + 999) / 1000;
    wholeSeconds = Duration.ofSeconds(seconds); // EXPIRE knows no less
  }

  @Override
  boolean tryLock(Purchase purchase, String owner) {
    if (!reply(redis().setnx(lockOf(purchase), "locked"))) {
      return false;
    }
    passed(Point.KEY_SET, purchase);
    reply(redis().expire(lockOf(purchase), wholeSeconds));
    return true;
  }

  @Override
  void unlock(Purchase purchase, String owner) {
    reply(redis().del(lockOf(purchase)));
  }
}
