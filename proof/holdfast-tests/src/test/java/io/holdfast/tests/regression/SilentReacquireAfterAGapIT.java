package io.holdfast.tests.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import org.junit.jupiter.api.Test;

/**
 * The key is gone, another holder comes and goes, and the next renewal silently takes the lock <em>again</em>: the
 * first holder never learns that somebody else was in its critical section (redis-semaphore#175).
 */
class SilentReacquireAfterAGapIT extends RegressionStory {

  @Test
  void aRenewalAfterAGap_tellsTheLoss_andTakesNothing() throws Exception {
    Lease lease = alices.acquire();
    server.command("DEL", name); // as by expiry or eviction
    try (Lease between = bobs.acquire()) {
      assertThat(between.token()).isGreaterThan(lease.token());
    }
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.RENEWAL_REFUSED);
    assertThat(lease.isHeld()).isFalse();
    assertThat(server.keys()).isEmpty();
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void anExplicitRenewalAfterAGap_throws_andTakesNothing() throws Exception {
    Lease lease = alices.acquire(ENDLESS);
    server.command("DEL", name);
    bobs.acquire().close();
    assertThatThrownBy(() -> lease.renew(LEASE)).isInstanceOf(LeaseLostException.class);
    assertThat(server.keys()).isEmpty();
  }

  @Test
  void aHoldByThreadAfterAGap_isNotReentered() throws Exception {
    alices.lock();
    var hold = alices.current().orElseThrow();
    server.command("DEL", name);
    bobs.acquire().close();
    await(hold.lost());
    assertThat(alices.holdCount()).isZero();
    alices.lock(); // afresh
    assertThat(alices.current().orElseThrow().token()).isGreaterThan(hold.token());
    alices.unlock();
    assertThatThrownBy(alices::unlock).isInstanceOf(LeaseLostException.class);
  }
}
