package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.FaultProxy.AfterDrop;
import io.holdfast.tests.fault.Wire;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The reply to an acquire is lost, the retry counts as a re-entry, and one unlock leaves the lock held until its
 * lease is over (Redisson, in every mode but the single server).
 */
class AcquireRetriedCountsTwiceIT extends RegressionStory {

  @ParameterizedTest
  @EnumSource(AfterDrop.class)
  void oneUnlock_afterARetriedAcquire_frees(AfterDrop then) {
    proxy.dropNextReplyTo(Wire.acquire(name), then);
    alices.lock();
    proxy.awaitDropped(PATIENCE);
    assertThat(alices.holdCount()).isEqualTo(1);
    assertThat(server.command("HLEN", name)).isEqualTo(1L);
    assertThat(server.command("HVALS", name)).asString().matches("\\[t\\d+]");
    alices.unlock();
    assertThat(server.keys()).doesNotContain(name);
    assertThat(bobs.tryLock()).isTrue();
    bobs.unlock();
  }
}
