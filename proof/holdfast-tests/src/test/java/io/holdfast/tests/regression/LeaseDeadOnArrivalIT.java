package io.holdfast.tests.regression;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.HoldfastBuilder;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import io.holdfast.LockState;
import io.holdfast.testkit.Caller;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The lock is returned after a long wait without a look at whether the lease still lives: the grant was slow to
 * arrive, and is over when its caller gets it (etcd#11456).
 */
class LeaseDeadOnArrivalIT extends RegressionStory {

  @Override
  HoldfastBuilder settings(HoldfastBuilder builder) {
    return builder; // replies are awaited for 2 s
  }

  @Test
  void aGrantThatArrivesAfterItsEnd_isNotReturned() throws Exception {
    Duration leaseTime = Duration.ofMillis(800);
    proxy.delay(Duration.ofMillis(1_100));
    Caller<Boolean> caller = Caller.startWaiting(() -> {
      Lease lease = alices.acquire(LeaseOptions.fixed(leaseTime));
      boolean isAlive = lease.isHeld() && lease.remaining().compareTo(leaseTime.dividedBy(4)) > 0;
      lease.close();
      return isAlive;
    });
    eventually(() -> assertThat(server.keys()).contains(name));
    String first = bobs.inspect().map(LockState::holder).orElseThrow();
    eventually(() -> assertThat(bobs.inspect().map(LockState::holder))
        .as("the holder after %s", first)
        .isNotEmpty()
        .isNotEqualTo(Optional.of(first))); // it asks again, as a new holder
    proxy.delay(Duration.ZERO);
    assertThat(caller.outcome()).as("the returned lease lives").isTrue();
  }
}
