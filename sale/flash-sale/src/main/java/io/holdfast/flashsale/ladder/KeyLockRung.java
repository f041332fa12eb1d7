package io.holdfast.flashsale.ladder;

import io.holdfast.flashsale.buying.Purchase;
import io.holdfast.flashsale.buying.PurchaseAnswer;
import io.holdfast.flashsale.buying.PurchaseAnswer.Reason;
import io.holdfast.flashsale.buying.PurchaseAnswer.Refused;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A rung that locks with a key in Redis and asks for it again and again, as the tutorials do. */
abstract class KeyLockRung extends ShelfRung {

  private static final Duration REPLY_LIMIT = Duration.ofSeconds(10);
  private static final long SHORTEST_NAP = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_NAP = TimeUnit.MILLISECONDS.toNanos(6);

  KeyLockRung(int number, Surroundings surroundings) {
    super(number, surroundings);
  }

  /** The lock's key for that sale. */
  static String lockOf(Purchase purchase) {
    return "fs:{" + purchase.sale().id() + "}:lock";
  }

  /** Tries once. */
  abstract boolean tryLock(Purchase purchase, String owner);

  /** Lets it go, in whatever way this rung does. */
  abstract void unlock(Purchase purchase, String owner);

  @Override
  final PurchaseAnswer sell(Purchase purchase) throws InterruptedException {
    String owner = UUID.randomUUID().toString();
    if (!lock(purchase, owner)) {
      return new Refused(Reason.BUSY);
    }
    PurchaseAnswer answer;
    try {
      passed(Point.LOCKED, purchase);
      answer = readAndWrite(purchase);
    } catch (RuntimeException e) {
      release(purchase, owner);
      throw e;
    }
    release(purchase, owner);
    return answer;
  }

  /** What was sold stays sold, also if the lock cannot be let go: then it ends by itself, or never. */
  private void release(Purchase purchase, String owner) {
    try {
      unlock(purchase, owner);
    } catch (RedisException e) {
      // the answer to the buyer does not depend on it
    }
  }

  private boolean lock(Purchase purchase, String owner) throws InterruptedException {
    long deadline = System.nanoTime() + surroundings.patience().toNanos();
    while (!tryLock(purchase, owner)) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(SHORTEST_NAP, LONGEST_NAP));
      if (Thread.interrupted()) {
        throw new InterruptedException("while waiting for " + lockOf(purchase));
      }
    }
    return true;
  }

  final RedisClusterAsyncCommands<String, String> redis() {
    return surroundings.redis();
  }

  /**
   * The reply.
   *
   * @throws RedisException if there is none
   */
  static <T extends @Nullable Object> T reply(RedisFuture<T> future) {
    try {
      return future.get(REPLY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new RedisException(e.getCause());
    } catch (TimeoutException e) {
      throw new RedisException("no reply within " + REPLY_LIMIT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisException("interrupted while waiting for a reply", e);
    }
  }
}
