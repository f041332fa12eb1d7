package io.holdfast.verification.subject;

import io.holdfast.verification.history.End;
import io.holdfast.verification.history.Form;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's registry, woken by pub/sub and renewed by a scheduler. */
final class SpringIntegrationSubject implements Subject {

  private final LettuceConnectionFactory connection;
  private final RedisLockRegistry registry;
  private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

  SpringIntegrationSubject(String uri, Duration lease) {
    this.connection = PeerAddresses.spring(uri);
    this.registry = new RedisLockRegistry(connection, "verify", lease);
    registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
    scheduler.initialize();
    registry.setRenewalTaskScheduler(scheduler);
  }

  @Override
  public Set<Form> forms() {
    return EnumSet.of(Form.LOCK, Form.TRY, Form.TIMED, Form.INTERRUPTIBLE, Form.REENTRANT);
  }

  @Override
  public Optional<Grip> acquire(Request request) throws Exception {
    Lock lock = registry.obtain(request.lock());
    switch (request.form()) {
      case TRY -> {
        return lock.tryLock() ? Optional.of(new JucGrip(lock)) : Optional.empty();
      }
      case TIMED -> {
        return lock.tryLock(request.longest().toMillis(), TimeUnit.MILLISECONDS)
            ? Optional.of(new JucGrip(lock))
            : Optional.empty();
      }
      case INTERRUPTIBLE -> lock.lockInterruptibly();
      case LOCK, REENTRANT -> lock.lock();
      case FIXED, LEASE, ASYNC ->
        throw new IllegalArgumentException("the registry is not asked by " + request.form());
    }
    return Optional.of(new JucGrip(lock));
  }

  @Override
  public void close() {
    registry.destroy();
    scheduler.shutdown();
    connection.destroy();
  }

  /**
   * A lock of the registry, which gives no deadline.
   *
   * @param lock the lock
   */
  private record JucGrip(Lock lock) implements Grip {

    @Override
    public long token() {
      return 0;
    }

    @Override
    public Belief look() {
      return Belief.blind();
    }

    @Override
    public long reenter() {
      lock.lock();
      return 0;
    }

    @Override
    public End leave() {
      return release();
    }

    @Override
    public End release() {
      try {
        lock.unlock();
        return End.RELEASED;
      } catch (IllegalStateException | java.util.ConcurrentModificationException lost) {
        return End.LOST; // "Lock was released in the store due to expiration"
      }
    }
  }
}
