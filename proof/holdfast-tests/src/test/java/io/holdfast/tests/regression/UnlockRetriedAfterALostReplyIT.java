package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.tests.fault.Wire;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The reply to an unlock is lost. The client tries again, finds nothing, and throws “attempt to unlock lock, not
 * locked by current thread” at a caller who did everything right (redisson#4871, #6844, #6878).
 */
class UnlockRetriedAfterALostReplyIT extends RegressionStory {

  @ParameterizedTest
  @EnumSource(AfterDrop.class)
  void unlock_itsReplyLost_returns(AfterDrop then) {
    alices.lock();
    proxy.dropNextReplyTo(Wire.release(name), then);
    alices.unlock();
    proxy.awaitDropped(PATIENCE);
    assertThat(alices.holdCount()).isZero();
    assertFree();
    assertThat(bobs.tryLock()).isTrue();
    bobs.unlock();
  }

  @ParameterizedTest
  @EnumSource(AfterDrop.class)
  void close_itsReplyLostAndTheNextHolderThere_returns(AfterDrop then) throws Exception {
    Lease lease = alices.acquire();
    proxy.dropNextReplyTo(Wire.release(name), then);
    var next = bobs.acquireAsync();
    lease.close(); // answered when Bob has it already: not Alice's any more, and that is no loss
    proxy.awaitDropped(PATIENCE);
    assertThat(lease.lost().toCompletableFuture()).isNotDone();
    try (Lease bobsLease = await(next)) {
      assertThat(bobsLease.token()).isGreaterThan(lease.token());
      assertThat(bobsLease.isHeld()).isTrue();
    }
  }
}
