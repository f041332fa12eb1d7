package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastBuilder;
import io.holdfast.LockUnavailableException;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server grants, the reply is lost, and a timed {@code tryLock} returns <em>false</em>: the caller goes away,
 * and the lock stays held by nobody until its lease is over (Redisson).
 */
class TimedTryLockWithALostReplyIT extends Story {

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder
        .leaseTime(Duration.ofMinutes(10)) // an orphan would be seen
        .commandTimeout(Duration.ofMillis(500))
        .unavailableAfter(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @EnumSource(AfterDrop.class)
  void tryLock_oneReplyLost_findsItsOwnGrant(AfterDrop then) throws Exception {
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    assertThat(alices.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    proxy.awaitDropped(PATIENCE);
    assertThat(bobs.tryLock()).isFalse();
    alices.unlock();
    assertFree();
  }

  @ParameterizedTest
  @EnumSource(AfterDrop.class)
  void tryLock_everyReplyLost_isUnknownAndCleanedUp(AfterDrop then) {
    proxy.dropReplyTo(Wire.acquire(name), then);
    assertThatThrownBy(() -> alices.tryLock(700, TimeUnit.MILLISECONDS))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("lock '" + name + "'")
        .hasMessageContaining("unknown");
    assertThat(alices.holdCount()).isZero();
    proxy.heal();
    assertFree();
    assertIdle(alice);
  }

  @Test
  void tryLockNow_itsReplyLost_isUnknownAndCleanedUp() {
    proxy.dropNextReplyTo(Wire.acquire(name), AfterDrop.CUT);
    assertThatThrownBy(alices::tryLock).isInstanceOf(LockUnavailableException.class);
    proxy.awaitDropped(PATIENCE);
    assertFree();
    assertIdle(alice);
  }
}
