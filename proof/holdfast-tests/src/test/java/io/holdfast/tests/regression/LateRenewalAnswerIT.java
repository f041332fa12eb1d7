package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.Lease;
import io.holdfast.LockState;
import io.holdfast.tests.fault.Wire;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A renewal of an old hold is answered, or carried out, after a new hold of the same lock began; the answer “not
 * yours” stops the new hold's renewal, and it is lost in silence (Redisson).
 */
class LateRenewalAnswerIT extends RegressionStory {

  @Test
  void anAnswerOnItsWay_whileTheLockIsTakenAnew_doesNotTouchTheNewHold() throws Exception {
    Lease old = alices.acquire();
    awaitRenewals(old.token(), 1);
    proxy.delay(Duration.ofMillis(100));
    long before = proxy.commandCount("EVAL");
    eventually(() -> assertThat(proxy.commandCount("EVAL")).isGreaterThan(before)); // a renewal
    old.close();
    Lease fresh = alices.acquire();
    proxy.heal();
    awaitRenewals(fresh.token(), 4); // longer than one lease
    fresh.close();
  }

  @Test
  void aRenewalCarriedOutLate_doesNotTouchTheNewHold() throws Exception {
    Lease old = alices.acquire();
    proxy.holdNext(Wire.renew(name));
    proxy.awaitHeld(PATIENCE);
    proxy.cut(); // Alice opens another connection; the renewal is still on its way
    old.close();
    Lease fresh = alices.acquire();
    String holder = bobs.inspect().map(LockState::holder).orElseThrow();
    long before = server.commandCalls("eval");
    proxy.releaseHeld();
    eventually(() -> assertThat(server.commandCalls("eval")).isGreaterThan(before));
    awaitRenewals(fresh.token(), 4);
    assertThat(bobs.inspect().map(LockState::holder)).contains(holder);
    fresh.close();
    assertThat(server.keys()).doesNotContain(name);
  }
}
