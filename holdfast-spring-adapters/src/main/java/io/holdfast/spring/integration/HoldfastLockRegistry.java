package io.holdfast.spring.integration;

import io.holdfast.Holdfast;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
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
 *   <li>A waiting thread is woken by the release; nothing polls.
 *   <li><b>A hold that was lost is told</b>: by {@code unlock}, by {@link #renewLock}, and by the next
 *       {@code lock} or {@code tryLock} of the same thread, each with {@link
 *       io.holdfast.LeaseLostException}. A lost lock is not quietly taken again under work that believes it
 *       never lost it: first unlock as often as you locked. Spring Integration's leader initiator answers
 *       that by revoking its leadership.
 *   <li>A server that does not answer is an exception ({@link io.holdfast.LockUnavailableException}), never
 *       {@code false}.
 * </ul>
 *
 * <p>Limits: the locks have no conditions. They are not Spring Integration 7's own {@code DistributedLock}
 * (which 6.5 does not know): a lease time per call is to be had from {@link Holdfast#lock}. Unlocking is up
 * to the thread that locked.
 */
public final class HoldfastLockRegistry implements RenewableLockRegistry, ExpirableLockRegistry {

  private final Holdfast holdfast;
  private final String prefix;
  private final ThreadKeys keys = new ThreadKeys();

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
  }

  /**
   * The lock of that key. Cheap: nothing is sent and nothing is kept.
   *
   * @throws IllegalArgumentException if the key's text may differ between processes: text, numbers, UUIDs
   *     and enum constants are allowed
   */
  @Override
  public Lock obtain(Object lockKey) {
    return new RegistryLock(holdfast.lock(nameOf(lockKey)), keys);
  }

  /**
   * Checks that this thread holds the lock. It is renewed without being asked.
   *
   * @throws IllegalStateException if this thread does not hold it
   * @throws io.holdfast.LeaseLostException if it did and lost it
   */
  @Override
  public void renewLock(Object lockKey) {
    String name = nameOf(lockKey);
    ThreadKeys.Hold hold = keys.get(name);
    if (hold == null) {
      throw new IllegalStateException("lock '" + name + "' is not held by thread '"
          + Thread.currentThread().getName() + "': nothing to renew");
    }
    hold.lease().ensureHeld();
  }

  /**
   * As {@link #renewLock(Object)}; Spring Integration 7 asks for it.
   *
   * @param lockKey as in {@link #obtain}
   * @param ttl not needed: the time is that of the client, for as long as the thread lives
   */
  public void renewLock(Object lockKey, Duration ttl) {
    renewLock(lockKey);
  }

  /** Does nothing: nothing is kept for a lock that is not held. */
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
