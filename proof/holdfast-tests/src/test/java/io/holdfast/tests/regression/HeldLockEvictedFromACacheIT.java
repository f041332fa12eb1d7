package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.LockState;
import io.holdfast.testkit.Caller;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Lock objects live in a cache of bounded size. A held one is evicted, its holder cannot unlock it any more, and a
 * second thread of the same JVM walks in; or unrelated names share an entry of the cache (spring-integration#11041,
 * #11146, #11157).
 */
class HeldLockEvictedFromACacheIT extends RegressionStory {

  @Test
  void aHeldLock_outlivesAnyNumberOfOtherNames() throws Exception {
    alice.lock(name).lock();
    String holder = bobs.inspect().map(LockState::holder).orElseThrow();
    IntStream.range(0, 100_000).mapToObj(i -> "seen:" + i).forEach(alice::lock);
    for (int i = 0; i < 2_000; i++) {
      DistributedLock used = alice.lock("used:" + i);
      assertThat(used.tryLock()).isTrue();
      used.unlock();
    }
    DistributedLock again = alice.lock(name);
    assertThat(again.holdCount()).isEqualTo(1);
    assertThat(Caller.start(() -> alice.lock(name).tryLock()).outcome())
        .as("another thread of this client got it, too")
        .isFalse();
    again.lock();
    assertThat(again.holdCount()).isEqualTo(2);
    assertThat(bobs.inspect().map(LockState::holder)).contains(holder);
    again.unlock();
    again.unlock();
    assertFree();
  }

  @Test
  void namesThatHashAlike_areDifferentLocks() throws Exception {
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    alice.lock("Aa").lock();
    assertThat(Caller.start(() -> {
              boolean isFree = alice.lock("BB").tryLock();
              alice.lock("BB").unlock();
              return isFree;
            })
            .outcome())
        .isTrue();
    assertThat(alice.lock("BB").holdCount()).isZero();
    alice.lock("Aa").unlock();
  }
}
