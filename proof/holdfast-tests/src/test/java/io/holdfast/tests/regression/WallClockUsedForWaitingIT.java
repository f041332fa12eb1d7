package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.spi.Ticker;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Waiting is counted on the wall clock. Somebody sets it: a wait ends at once, or an hour late, and so does a lease
 * (Redisson, Curator).
 */
class WallClockUsedForWaitingIT extends RegressionStory {

  private static final Duration WAIT = Duration.ofMillis(700);
  private static final Duration HOUR = Duration.ofHours(1);

  private volatile long stepMillis;

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return super.settings(builder).ticker(new Ticker() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public long wallMillis() {
        return System.currentTimeMillis() + stepMillis;
      }
    });
  }

  @Test
  void aClockSetForward_doesNotEndAWaitEarly() throws Exception {
    assertWaitsAsLongAsItShould(HOUR);
  }

  @Test
  void aClockSetBack_doesNotProlongAWait() throws Exception {
    assertWaitsAsLongAsItShould(HOUR.negated());
  }

  private void assertWaitsAsLongAsItShould(Duration step) throws Exception {
    Lease held = bobs.acquire(ENDLESS);
    Caller<Duration> waiter = Caller.startWaiting(() -> {
      long before = System.nanoTime();
      assertThat(alices.tryAcquire(WAIT)).isEmpty();
      return Duration.ofNanos(System.nanoTime() - before);
    });
    stepMillis = step.toMillis();
    assertThat(waiter.outcome()).isGreaterThanOrEqualTo(WAIT);
    held.close();
  }

  @Test
  void aClockSetBack_costsNoLease() throws Exception {
    Lease lease = alices.acquire();
    stepMillis = -HOUR.toMillis();
    awaitRenewals(lease.token(), 4);
    assertThat(lease.remaining()).isBetween(Duration.ofMillis(1), LEASE);
    lease.close(); // throws if it was lost
  }

  @Test
  void aClockSetBack_leavesAFixedLeaseItsEnd() throws Exception {
    alices.lock(WAIT);
    var hold = alices.current().orElseThrow();
    stepMillis = -HOUR.toMillis();
    await(hold.lost());
    assertThat(alices.holdCount()).isZero();
  }
}
