package io.holdfast.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.Lease;
import io.holdfast.LeaseLoss;
import io.holdfast.LeaseLostException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;

/** An operator on one side ends the hold of the other side. */
@OnEveryBackend
class ForceIT extends InteropFixture {

  ForceIT(Backend backend) {
    super(backend);
  }

  @Test
  void theirForceUnlock_whileWeHold_isToldByTheNextRenewal() throws Exception {
    Lease lease = openHoldfast(
            settings -> settings.leaseTime(Duration.ofSeconds(2)).commandTimeout(LONGEST_TIMEOUT))
        .lock(name)
        .acquire();
    assertThat(theirs.forceUnlock()).isTrue();

    LeaseLoss loss = lost(lease);
    assertThat(loss.reason()).isEqualTo(LeaseLoss.Reason.RENEWAL_REFUSED);
    assertThat(loss.token()).isEqualTo(lease.token());
    assertThat(loss.lockName()).isEqualTo(name);
    assertThat(lease.isHeld()).isFalse();
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    lease.close();
    assertThat(theirs.isLocked()).isFalse();
  }

  @Test
  void theirForceUnlock_whileWeHold_isToldByRelease() throws Exception {
    Lease lease = ours.acquire();
    assertThat(theirs.forceUnlock()).isTrue();
    assertThatThrownBy(lease::close)
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            e -> assertThat(e.loss().reason()).isEqualTo(LeaseLoss.Reason.RENEWAL_REFUSED))
        .hasMessageContaining(name);

    ours.lock();
    assertThat(theirs.forceUnlock()).isTrue();
    assertThatThrownBy(ours::unlock).isInstanceOf(LeaseLostException.class);
  }

  /** We hear the message of a release that is not ours, and ask at once. */
  @Test
  void theirForceUnlock_whileWeHoldAndListen_isToldLongBeforeTheNextRenewal() throws Exception {
    bob.run(theirs::lock);
    Future<Lease> waiting = actor("alice").begin(() -> ours.acquire());
    awaitListeners(name, 1);
    bob.run(theirs::unlock);
    Lease lease = Actor.outcome(waiting);

    long forced = System.nanoTime();
    assertThat(theirs.forceUnlock()).isTrue();
    assertThat(lost(lease).reason()).isEqualTo(LeaseLoss.Reason.RENEWAL_REFUSED);
    assertThat(Duration.ofNanos(System.nanoTime() - forced)).isLessThan(Waits.PROMPT);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void theirForceUnlock_whileWeHold_wakesBothKindsOfWaiters() throws Exception {
    Lease lease = ours.acquire();
    Future<?> weWait = actor("alice")
        .beginAction(
            () -> openHoldfast(settings -> settings).lock(name).acquire().close());
    Future<?> theyWait = bob.beginAction(() -> {
      theirs.lock();
      theirs.unlock();
    });
    awaitListeners(name, 2);
    assertThat(theirs.forceUnlock()).isTrue();
    weWait.get(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS);
    theyWait.get(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS);
    assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
  }

  @Test
  void ourForceRelease_whileTheyHold_isToldByTheirUnlock() throws Exception {
    bob.run(theirs::lock);
    assertThat(ours.forceRelease()).isTrue();
    assertThat(theirs.isLocked()).isFalse();
    assertThatThrownBy(() -> bob.run(theirs::unlock))
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThat(ours.forceRelease()).as("of a free lock").isFalse();
  }

  @Test
  void ourForceRelease_whileTheyHold_wakesBothKindsOfWaiters() throws Exception {
    RLock others = openRedisson(settings -> settings).getLock(name);
    bob.run(theirs::lock);
    Future<?> weWait = actor("alice").beginAction(() -> ours.acquire().close());
    Future<?> theyWait = carol.beginAction(() -> {
      others.lock();
      others.unlock();
    });
    awaitListeners(name, 2);
    assertThat(openHoldfast(settings -> settings).lock(name).forceRelease()).isTrue();
    weWait.get(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS);
    theyWait.get(Waits.PROMPT.toMillis(), TimeUnit.MILLISECONDS);
    assertThatThrownBy(() -> bob.run(theirs::unlock))
        .isInstanceOf(IllegalMonitorStateException.class);
  }

  private static LeaseLoss lost(Lease lease) throws Exception {
    return Actor.outcome(lease.lost().toCompletableFuture());
  }
}
