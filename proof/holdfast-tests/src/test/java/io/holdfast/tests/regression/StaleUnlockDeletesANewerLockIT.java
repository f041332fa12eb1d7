package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockState;
import io.holdfast.testkit.Caller;
import io.holdfast.tests.fault.Wire;
import org.junit.jupiter.api.Test;

/**
 * An unlock is retried; its first copy arrives late and deletes a newer incarnation of the lock, taken by somebody
 * else or by the same client (etcd#22082).
 */
class StaleUnlockDeletesANewerLockIT extends RegressionStory {

  @Test
  void aLateCopyOfAnUnlock_leavesTheSameClientsNewHold() throws Exception {
    releaseWithALateCopy();
    Lease newer = alices.acquire(ENDLESS);
    letTheCopyArrive();
    assertThat(newer.isHeld()).isTrue();
    assertThat(bobs.tryAcquire()).isEmpty();
    newer.close();
  }

  @Test
  void aLateCopyOfAnUnlock_leavesAnotherClientsHold() throws Exception {
    releaseWithALateCopy();
    Lease newer = bobs.acquire(ENDLESS);
    String holder = bobs.inspect().map(LockState::holder).orElseThrow();
    letTheCopyArrive();
    assertThat(alices.inspect().map(LockState::holder)).contains(holder);
    assertThat(alices.tryAcquire()).isEmpty();
    newer.close();
  }

  private void releaseWithALateCopy() throws Exception {
    Lease old = alices.acquire(ENDLESS);
    proxy.holdNext(Wire.release(name));
    Caller<Boolean> unlock = Caller.start(() -> {
      old.close();
      return true;
    });
    proxy.awaitHeld(PATIENCE);
    proxy.cut();
    assertThat(unlock.outcome()).isTrue(); // by the retry, on another connection
    assertThat(server.keys()).doesNotContain(name);
  }

  private void letTheCopyArrive() {
    long before = server.commandCalls("evalsha");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("evalsha")).isEqualTo(before + 1));
  }
}
