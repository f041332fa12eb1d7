package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.LockState;
import io.holdfast.testkit.Caller;
import io.holdfast.testkit.Eventually;
import io.holdfast.tests.fault.Wire;
import org.junit.jupiter.api.Test;

/**
 * The watchdog goes on after unlock, after an interrupt or after its thread died, and renews for ever a lock that
 * nobody holds (redisson#1966, #2714, #5358, #7272).
 */
class WatchdogOutlivesTheHoldIT extends RegressionStory {

  @Test
  void renewal_afterUnlock_isOver() {
    alices.lock();
    long token = alices.current().orElseThrow().token();
    String holder = alices.inspect().map(LockState::holder).orElseThrow();
    awaitRenewals(token, 1);
    alices.unlock();
    assertIdle(alice);
    forgeAndAwaitExpiry(holder);
  }

  @Test
  void renewal_afterAnUnlockWhoseReplyWasLost_isOver() {
    alices.lock();
    String holder = alices.inspect().map(LockState::holder).orElseThrow();
    proxy.dropNextReplyTo("EVALSHA");
    alices.unlock();
    assertIdle(alice);
    forgeAndAwaitExpiry(holder);
  }

  /** As if the unlock had not reached the server: a watchdog still at work would keep this key for ever. */
  private void forgeAndAwaitExpiry(String holder) {
    server.command("HSET", name, holder, "t1");
    server.command("PEXPIRE", name, Long.toString(LEASE.toMillis()));
    Eventually.within(PATIENCE).eventually(() -> assertThat(server.keys()).doesNotContain(name));
  }

  @Test
  void interrupt_whileTheGrantIsOnItsWay_leavesNothingToRenew() throws Exception {
    proxy.holdNext(Wire.acquire(name));
    Caller<Boolean> caller = Caller.startWaiting(() -> {
      alices.lockInterruptibly();
      return true;
    });
    proxy.awaitHeld(PATIENCE);
    caller.interrupt();
    assertThatThrownBy(caller::outcome).hasCauseInstanceOf(InterruptedException.class);
    long before = server.commandCalls("evalsha");
    proxy.releaseHeld();
    Eventually.eventually(() -> assertThat(server.commandCalls("evalsha"))
        .isGreaterThanOrEqualTo(before + 2)); // and its release
    assertFree();
    assertIdle(alice);
  }

  @Test
  void renewal_afterTheThreadEndedWithoutUnlock_isOver() throws Exception {
    Caller<Boolean> caller = Caller.start(() -> {
      alices.lock();
      return true;
    });
    assertThat(caller.outcome()).isTrue();
    Eventually.within(PATIENCE).eventually(() -> assertThat(server.keys()).doesNotContain(name));
  }
}
