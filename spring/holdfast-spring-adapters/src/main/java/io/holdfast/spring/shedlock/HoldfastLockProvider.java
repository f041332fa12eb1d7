package io.holdfast.spring.shedlock;

import io.holdfast.Holdfast;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * A ShedLock provider on Holdfast: {@code @SchedulerLock} and {@code LockingTaskExecutor} as they are,
 * without a table or a key of ShedLock's own. Thread-safe.
 *
 * <ul>
 *   <li><b>At most for</b> is the lease time, which is not renewed: after it the server gives the lock to
 *       the next one, whatever became of the task. ShedLock's {@code KeepAliveLockProvider} and {@code
 *       LockExtender} work, by {@code extend}.
 *   <li><b>At least for</b>: a task that ends earlier leaves its lease to run out at that time, or up to
 *       10 ms later; that it has run out before the answer came is no loss, and no listener hears of one.
 *   <li><b>Extending</b> what was lost gives an empty result; without an answer it throws {@link LockException}, and the
 *       lock goes on with what it had.
 *   <li><b>Refused</b> is an empty result, and the task is skipped. A server that does not answer is
 *       <em>not</em> that: {@link io.holdfast.LockUnavailableException} is thrown, and the task does not
 *       run either.
 *   <li><b>A lease that was lost</b> before the task ended is logged as a warning by {@code unlock}, with
 *       the reason; it is not thrown, because it would hide what the task threw. What only the server knows is
 *       found if its answer comes before at-least-for is over, or nothing was owed.
 * </ul>
 *
 * <p>Limits: a lease is at least 10 ms long. {@code extend} counts on the holder's own deadline, which
 * falls 1 % (at least 10 ms) before the server's; it takes up to 24 hours, and more for a lock that was for more. The token of the lease is not
 * reachable through ShedLock's API: a task that must fence its writes uses {@link Holdfast} itself.
 */
public final class HoldfastLockProvider implements ExtensibleLockProvider {

  private final Holdfast holdfast;
  private final String prefix;

  /**
   * Locks are named as ShedLock's are.
   *
   * @param holdfast takes the locks; not closed by this
   */
  public HoldfastLockProvider(Holdfast holdfast) {
    this(holdfast, "");
  }

  /**
   * Locks are named as ShedLock's are, behind a prefix.
   *
   * @param holdfast takes the locks; not closed by this
   * @param prefix such as {@code shedlock:}; may be empty
   */
  public HoldfastLockProvider(Holdfast holdfast, String prefix) {
    this.holdfast = holdfast;
    this.prefix = prefix;
  }

  /**
   * Takes the lock if it is free now.
   *
   * @throws io.holdfast.LockUnavailableException if the server does not answer
   * @throws LockException if the thread is interrupted
   */
  @Override
  public Optional<SimpleLock> lock(LockConfiguration configuration) {
    String name = prefix + configuration.getName();
    LeaseOptions options = LeaseOptions.fixedForLong(leaseTime(configuration.getLockAtMostFor()));
    try {
      Optional<Lease> lease = holdfast.lock(name).tryAcquire(Duration.ZERO, options);
      return lease.map(held -> new LeasedLock(configuration, held));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LockException("lock '" + name + "': interrupted before it was taken", e);
    }
  }

  /** What the server is asked for: never less than it takes. */
  static Duration leaseTime(Duration wanted) {
    return wanted.compareTo(LeaseOptions.SHORTEST) < 0 ? LeaseOptions.SHORTEST : wanted;
  }
}
