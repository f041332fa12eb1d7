package io.holdfast.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;

/** Leases that run out let the other side in; leases that are renewed keep it out. */
@OnEveryBackend
class LeaseEndIT extends InteropFixture {

  private static final Duration SHORT = Duration.ofMillis(700);

  /** A holder of ours stops that much earlier, and then releases. */
  private static final Duration MARGIN = Duration.ofMillis(10);

  LeaseEndIT(Backend backend) {
    super(backend);
  }

  @Test
  void theirLease_whenItRunsOut_letsOurWaiterIn() throws Exception {
    long start = System.nanoTime();
    bob.run(() -> theirs.lock(SHORT.toMillis(), TimeUnit.MILLISECONDS));
    try (Lease lease = ours.acquire()) {
      assertThat(since(start)).isBetween(SHORT, SHORT.plus(Waits.PROMPT));
      assertThatThrownBy(() -> bob.run(theirs::unlock))
          .isInstanceOf(IllegalMonitorStateException.class);
      assertThat(lease.isHeld()).isTrue();
      assertThat(stored(name)).hasSize(2);
    }
  }

  @Test
  void ourLease_whenItRunsOut_letsTheirWaiterIn() throws Exception {
    long start = System.nanoTime();
    Lease lease = ours.acquire(LeaseOptions.fixed(SHORT));
    bob.run(theirs::lock);
    assertThat(since(start)).isBetween(SHORT.minus(MARGIN), SHORT.plus(Waits.PROMPT));
    assertThat(lease.isHeld()).isFalse();
    assertThat(Actor.outcome(lease.lost().toCompletableFuture()).reason())
        .isEqualTo(LeaseLoss.Reason.LEASE_OVER);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertThat(bob.call(theirs::isHeldByCurrentThread))
        .as("our late release took nothing")
        .isTrue();
    bob.run(theirs::unlock);
  }

  @Test
  void leftLease_keepsThemOut_untilItRunsOut() throws Exception {
    long start = System.nanoTime();
    ours.acquire(LeaseOptions.fixed(SHORT)).leave();
    assertThat(theirs.tryLock()).isFalse();
    assertThat(bob.call(() -> theirs.tryLock(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS)))
        .isTrue();
    assertThat(since(start)).isGreaterThanOrEqualTo(SHORT);
    bob.run(theirs::unlock);
  }

  /** Both directions at once, on two names: twice the lease passes, and nobody gets in. */
  @Test
  void watchdogs_ofBothSides_keepTheOtherOutBeyondTheLease() throws Exception {
    Duration lease = Duration.ofSeconds(2);
    Duration wait = lease.multipliedBy(2);
    DistributedLock renewed = openHoldfast(
            settings -> settings.leaseTime(lease).commandTimeout(LONGEST_TIMEOUT))
        .lock(name + ":ours");
    RLock watched = openRedisson(settings -> settings.setLockWatchdogTimeout(lease.toMillis()))
        .getLock(name + ":theirs");
    Lease held = renewed.acquire();
    bob.run(watched::lock);

    Future<Boolean> theyTry = carol.begin(
        () -> redisson.getLock(name + ":ours").tryLock(wait.toMillis(), TimeUnit.MILLISECONDS));
    Optional<Lease> weTry = holdfast.lock(name + ":theirs").tryAcquire(wait);
    assertThat(weTry).isEmpty();
    assertThat(Actor.outcome(theyTry)).isFalse();
    assertThat(held.isHeld()).isTrue();
    assertThat(bob.call(watched::isHeldByCurrentThread)).isTrue();
    held.close();
    bob.run(watched::unlock);
  }

  private static Duration since(long startNanos) {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }
}
