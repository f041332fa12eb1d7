package io.holdfast.spring.integration;

import io.holdfast.Holdfast;
import io.holdfast.LeaseLostException;
import io.holdfast.spring.integration.ThreadKeys.Hold;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * A lock registry of Spring Integration on Holdfast: for aggregators, leader initiators, idempotent
 * receivers and whoever else takes a {@code LockRegistry}. One class for Spring Integration 6.5 and 7.
 * Thread-safe.
 *
 * <ul>
 *   <li>Locks are owned by the thread and re-entrant. They are renewed while their thread lives, so there
 *       is no time to live to be chosen, and {@code setRenewalTaskScheduler} is not needed.
 *   <li>A hold that ends after a time of the caller's choice is to be had where the library has it: on Spring
 *       Integration 7 the locks are its {@code DistributedLock}, {@code lock(ttl)} and {@code tryLock(wait, ttl)}
 *       included.
 *   <li>A key has one lock object for as long as anybody has it.
 *   <li>A waiting thread is woken by the release; nothing polls.
 *   <li><b>A hold that was lost is told</b> as the library's own registries tell it, by {@code unlock} with {@link
 *       java.util.ConcurrentModificationException} and by {@link #renewLock} with {@link IllegalStateException}, each
 *       because of a {@link io.holdfast.LeaseLostException}; which the next {@code lock} or {@code tryLock} of the
 *       same thread throws itself. A lost lock is not quietly taken again under work that believes it
 *       never lost it: first unlock as often as you locked. Spring Integration's leader initiator answers
 *       that by revoking its leadership.
 *   <li>Who unlocks what it has not locked gets {@link IllegalStateException}.
 *   <li>A server that does not answer is an exception ({@link io.holdfast.LockUnavailableException}), never
 *       {@code false}.
 * </ul>
 *
 * <p>Limits: the locks have no conditions. Unlocking is up to the thread that locked.
 */
public final class HoldfastLockRegistry implements RenewableLockRegistry, ExpirableLockRegistry {

  private final Holdfast holdfast;
  private final String prefix;
  private final ThreadKeys keys = new ThreadKeys();
  private final KnownLocks locks;

  /**
   * Locks are named as their keys are.
   *
   * @param holdfast takes the locks; not closed by this
   */
  public HoldfastLockRegistry(Holdfast holdfast) {
    this(holdfast, "");
  }

  /**
   * Locks are named as their keys are, behind a prefix.
   *
   * @param holdfast takes the locks; not closed by this
   * @param prefix such as {@code orders:}; may be empty
   */
  public HoldfastLockRegistry(Holdfast holdfast, String prefix) {
    this.holdfast = holdfast;
    this.prefix = prefix;
    this.locks =
        new KnownLocks(name -> TimedLocks.show(new RegistryLock(holdfast.lock(name), keys)));
  }

  /**
   * The lock of that key: the same object for as long as somebody has it. Cheap, nothing is sent.
   *
   * @param lockKey what reads the same in every process
   * @return its lock; on Spring Integration 7 a {@code DistributedLock}
   * @throws IllegalArgumentException if the key's text may differ between processes: text, numbers, UUIDs
   *     and enum constants are allowed
   */
  @Override
  public Lock obtain(Object lockKey) {
    return locks.get(nameOf(lockKey));
  }

  /**
   * Checks that this thread holds the lock, and renews a hold that ends after a time of the caller's choice, for that
   * time; every other one is renewed without being asked.
   *
   * @param lockKey the lock's key
   * @throws IllegalStateException if this thread does not hold it; because of a {@link io.holdfast.LeaseLostException}
   *     if it did and lost it
   */
  @Override
  public void renewLock(Object lockKey) {
    renew(nameOf(lockKey), null);
  }

  /**
   * As {@link #renewLock(Object)}, for {@code ttl}; Spring Integration 7 asks for it. To a hold without an end of its
   * own it makes no difference.
   *
   * @param lockKey the lock's key
   * @param ttl what is to be left from now on
   * @throws IllegalStateException as there
   */
  public void renewLock(Object lockKey, Duration ttl) {
    renew(nameOf(lockKey), ttl);
  }

  private void renew(String name, @Nullable Duration time) {
    Hold hold = keys.get(holdfast.lock(name).name()); // the client may have a prefix of its own
    if (hold == null) {
      throw new IllegalStateException("lock '" + name + "' is not held by thread '"
          + Thread.currentThread().getName() + "': nothing to renew");
    }
    try {
      hold.lease().ensureHeld();
      if (hold.timed() != null) {
        hold.timed().renew(time == null ? hold.time() : time);
      }
    } catch (LeaseLostException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Does nothing: nothing is kept for a lock that nobody has. */
  @Override
  public void expireUnusedOlderThan(long age) {}

  private String nameOf(Object lockKey) {
    if (lockKey instanceof CharSequence
        || lockKey instanceof Number
        || lockKey instanceof UUID
        || lockKey instanceof Enum<?>) {
      return prefix + lockKey;
    }
    throw new IllegalArgumentException(
        "lock key of type " + (lockKey == null ? null : lockKey.getClass().getName())
            + " is not allowed: expected text, a number, a UUID or an enum constant,"
            + " which read the same in every process");
  }
}
