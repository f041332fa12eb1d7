package io.holdfast.spring.shedlock;

import static io.holdfast.spring.shedlock.HoldfastLockProvider.leaseTime;

import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease as ShedLock sees it. */
final class LeasedLock extends AbstractSimpleLock {

  private static final Logger log = LoggerFactory.getLogger(LeasedLock.class);

  private final Lease lease;

  LeasedLock(LockConfiguration configuration, Lease lease) {
    super(configuration);
    this.lease = lease;
  }

  @Override
  protected void doUnlock() {
    Duration owed = Duration.between(ClockProvider.now(), lockConfiguration.getLockAtLeastUntil());
    try {
      if (owed.isNegative() || owed.isZero()) {
        lease.close();
      } else {
        lease.renew(leaseTime(owed)); // also when that is sooner than the lease would have ended
        lease.leave();
      }
    } catch (LeaseLostException e) {
      log.warn("task '{}' was not alone to its end: {}", lockConfiguration.getName(), e.loss());
    } catch (LockUnavailableException e) {
      lease.leave();
      log.warn(
          "task '{}': no answer from the server; the lock is free after its lease at the latest",
          lockConfiguration.getName(),
          e);
    }
  }

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
    if (!ClockProvider.now().isBefore(lockConfiguration.getLockAtMostUntil())) {
      return Optional.empty(); // shorter than the shortest lease, and over
    }
    try {
      lease.renew(leaseTime(extended.getLockAtMostFor()));
      return Optional.of(new LeasedLock(extended, lease));
    } catch (LeaseLostException e) {
      return Optional.empty();
    }
  }
}
