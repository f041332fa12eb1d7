package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastBuilder;
import io.holdfast.LeaseLostException;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Two threads share one lock object. One calls {@code lock(5 s)}, the other {@code lock()}; the lease time is a
 * field of the object, so one gets the other's: a renewed hold ends, a fixed one never does (redisson#3484, #4818).
 */
class MixedLeaseTimesOnOneObjectIT extends RegressionStory {

  private static final Duration FIXED = Duration.ofSeconds(5);
  private static final Duration DEFAULT = Duration.ofSeconds(30);

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder.leaseTime(DEFAULT);
  }

  @Test
  void waiterOfTheOtherKind_getsItsOwnLeaseTime() throws Exception {
    alices.lock(FIXED);
    Caller<Duration> renewed = Caller.startWaiting(() -> {
      alices.lock();
      Duration onTheServer = bobs.remainingLeaseTime();
      alices.unlock();
      return onTheServer;
    });
    assertThat(bobs.remainingLeaseTime()).isLessThanOrEqualTo(FIXED);
    assertThat(alices.current().orElseThrow().remaining()).isLessThanOrEqualTo(FIXED);
    alices.unlock();
    assertThat(renewed.outcome()).isBetween(FIXED.plusSeconds(10), DEFAULT);

    alices.lock();
    Caller<Duration> fixed = Caller.startWaiting(() -> {
      alices.lock(FIXED);
      Duration remaining = alices.current().orElseThrow().remaining();
      alices.unlock();
      return remaining;
    });
    assertThat(bobs.remainingLeaseTime()).isGreaterThan(FIXED.plusSeconds(10));
    alices.unlock();
    assertThat(fixed.outcome()).isLessThanOrEqualTo(FIXED);
  }

  @Test
  void fixedHold_nextToARenewedOne_ends() throws Exception {
    Duration shortest = Duration.ofMillis(300);
    Caller<Boolean> fixed = Caller.start(() -> {
      alices.lock(shortest);
      await(alices.current().orElseThrow().lost());
      assertThatThrownBy(alices::unlock).isInstanceOf(LeaseLostException.class);
      return true;
    });
    Caller<Duration> renewed = Caller.start(() -> {
      alices.lock();
      Duration onTheServer = bobs.remainingLeaseTime();
      alices.unlock();
      return onTheServer;
    });
    assertThat(fixed.outcome()).isTrue();
    assertThat(renewed.outcome()).isGreaterThan(FIXED);
  }
}
