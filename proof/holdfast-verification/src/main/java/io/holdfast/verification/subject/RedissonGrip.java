package io.holdfast.verification.subject;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.End;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;

/**
 * Redisson's lock in one caller's hand. It gives no deadline: a renewed lock is believed in until it is
 * released, a fixed one for its lease time, counted by the caller from the moment {@code lock} returned.
 *
 * @param lock the lock
 * @param token the token; 0 for a lock without
 * @param holder who took it asynchronously; 0 for the calling thread
 * @param deadlineNanos when a fixed lease is over
 */
record RedissonGrip(RLock lock, long token, long holder, long deadlineNanos) implements Grip {

  static Grip of(RLock lock) {
    return new RedissonGrip(lock, 0, 0, Call.NEVER);
  }

  static Grip async(RLock lock, long holder) {
    return new RedissonGrip(lock, 0, holder, Call.NEVER);
  }

  static Grip fixed(RLock lock, long token, Duration fixed) {
    return new RedissonGrip(lock, token, 0, System.nanoTime() + fixed.toNanos());
  }

  static Grip fenced(RFencedLock lock, long token) {
    return new RedissonGrip(lock, token, 0, Call.NEVER);
  }

  @Override
  public Belief look() {
    return deadlineNanos == Call.NEVER ? Belief.blind() : Belief.until(deadlineNanos);
  }

  @Override
  public long reenter() {
    if (lock instanceof RFencedLock fenced) {
      long inner = fenced.lockAndGetToken(); // a greater one inside the same hold, too
      return fenced.getHoldCount() > 1 ? token : inner;
    }
    lock.lock();
    return 0;
  }

  @Override
  public End leave() throws Exception {
    return release();
  }

  @Override
  public End release() throws Exception {
    try {
      if (holder == 0) {
        lock.unlock();
      } else {
        lock.unlockAsync(holder).toCompletableFuture().get();
      }
      return End.RELEASED;
    } catch (IllegalMonitorStateException e) {
      return End.LOST;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalMonitorStateException) {
        return End.LOST;
      }
      throw e;
    }
  }
}
