package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;

/** Rung 7: compared and deleted in one step. Work that outlives the expiry still goes on beside the next holder's. */
final class CompareAndDeleteRung extends KeyLockRung {

  private static final String DELETE_IF_MINE = """
      if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('DEL', KEYS[1])
      end
      return 0""";

  CompareAndDeleteRung(Surroundings surroundings) {
    super(7, surroundings);
  }

  @Override
  boolean tryLock(Purchase purchase, String owner) {
    SetArgs ifFree = SetArgs.Builder.nx().px(surroundings.lockTime());
    return "OK".equals(reply(redis().set(lockOf(purchase), owner, ifFree)));
  }

  @Override
  void unlock(Purchase purchase, String owner) {
    String[] key = {lockOf(purchase)};
    reply(redis().<Long>eval(DELETE_IF_MINE, ScriptOutputType.INTEGER, key, owner));
  }
}
