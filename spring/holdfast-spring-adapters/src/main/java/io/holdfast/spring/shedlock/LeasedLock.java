package io.holdfast.spring.shedlock;

import static io.holdfast.spring.shedlock.HoldfastLockProvider.leaseTime;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease as ShedLock sees it. */
final class LeasedLock extends AbstractSimpleLock {

  private static final Logger log = LoggerFactory.getLogger(LeasedLock.class);

  /*
   * An answer may come later than what is owed, and then the client releases what it no longer counts on. It stops
   * counting 1 % (at least 10 ms) before the server does, so that much is added where an answer can be that late:
   *
   *   unlock                   owed until     server's expiry
   *     |--------------------------|----------------|---> time
   *     '------ counted on --------'----- 1 % ------'
   */
  private static final Duration ANSWERED_SOONER = Duration.ofMinutes(1);

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
        keep(owed);
      }
    } catch (LeaseLostException e) {
      log.warn("task '{}' was not alone to its end: {}", lockConfiguration.getName(), e.loss());
    } catch (LockUnavailableException e) {
      lease.leave();
      log.warn(
          "task '{}': no answer from the server; the lock is free after its lease at the latest",
          lockConfiguration.getName(),
          e);
    } catch (ServerErrorException e) {
      lease.leave();
      log.warn(
          "task '{}': the server refused to end its lock, which is free after its lease at the latest",
          lockConfiguration.getName(),
          e);
    }
  }

  /**
   * Lets the lease run out when nothing is owed any more, also if that is sooner than it would have ended. Needs no thread
   * of the client's executor: the task may have the only one. A lease that is left in time is lost to nobody, also not
   * to listeners; so it is left when three quarters of what may be left are over, answered or not.
   */
  private void keep(Duration owed) {
    lease.ensureHeld();
    Duration rest = toKeep(owed);
    long quarter = Math.min(lease.remaining().toNanos(), rest.toNanos()) / 4;
    CompletableFuture<Void> answered = new CompletableFuture<>();
    leaveBeforeItsEnd(quarter, 3 * quarter, answered);
    try {
      lease.renew(rest);
      lease.leave();
    } catch (LeaseLostException e) {
      if (e.loss().reason() != LeaseLoss.Reason.DEADLINE_PASSED
          && e.loss().reason() != LeaseLoss.Reason.LEASE_OVER) {
        throw e;
      } // else it has run out before the answer came: that was the wish
    } catch (IllegalMonitorStateException left) {
      // almost over before the answer came
    } finally {
      answered.complete(null);
    }
  }

  /** Not while more is left: then the renewal is not sent yet, and the lease would last for as long as it had. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private void leaveBeforeItsEnd(long quarter, long delay, CompletableFuture<Void> answered) {
    CompletableFuture<Boolean> look = answered.thenApply(none -> false);
    look.completeOnTimeout(true, delay, TimeUnit.NANOSECONDS).thenAccept(isDue -> {
      if (isDue && lease.remaining().toNanos() > 2 * quarter) {
        leaveBeforeItsEnd(quarter, quarter, answered);
      } else if (isDue) {
        lease.leave();
      }
    });
  }

  private static Duration toKeep(Duration owed) {
    long millis = owed.plusNanos(999_999).toMillis(); // never less than what is owed
    return Duration.ofMillis(
        owed.compareTo(ANSWERED_SOONER) < 0 ? millis + Math.max(10, millis / 99 + 1) : millis);
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
    } catch (LockUnavailableException | ServerErrorException e) {
      throw new LockException("task '" + lockConfiguration.getName() + "': not extended", e);
    }
  }
}
