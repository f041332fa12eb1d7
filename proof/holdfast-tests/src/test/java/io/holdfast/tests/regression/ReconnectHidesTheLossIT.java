package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LockState;
import io.holdfast.testkit.Caller;
import org.junit.jupiter.api.Test;

/**
 * The connection breaks and comes back by itself. The lock was lost meanwhile, nobody says so, and there are two
 * holders (portalocker#137).
 */
class ReconnectHidesTheLossIT extends RegressionStory {

  @Test
  void anOutageLongerThanTheLease_isToldBeforeAnotherHolderCanBe() throws Exception {
    Lease lease = alices.acquire();
    proxy.refuse();
    proxy.cut();
    Caller<Boolean> next = Caller.start(() -> {
      Lease bobsLease = bobs.acquire(ENDLESS);
      boolean twoHolders = lease.isHeld();
      assertThat(bobsLease.token()).isGreaterThan(lease.token());
      return twoHolders;
    });
    assertThat(next.outcome()).as("Alice still held it when Bob got it").isFalse();
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.DEADLINE_PASSED);
    String bobsHolder = bobs.inspect().map(LockState::holder).orElseThrow();
    proxy.accept();
    alice.lock("other").acquire().close(); // she is back
    assertThat(lease.isHeld()).isFalse();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
    assertIdle(alice); // and has said farewell to what she lost
    assertThat(bobs.inspect().map(LockState::holder)).contains(bobsHolder);
    assertThat(bobs.forceRelease()).isTrue();
  }

  @Test
  void aServerThatCameBackEmpty_isTold() throws Exception {
    Lease lease = alices.acquire();
    server.restartEmpty();
    assertThat(await(lease.lost()).reason()).isIn(Reason.RENEWAL_REFUSED, Reason.DEADLINE_PASSED);
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    assertThat(server.keys()).isEmpty();
  }
}
