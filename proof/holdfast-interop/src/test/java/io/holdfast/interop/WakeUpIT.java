package io.holdfast.interop;

import static io.holdfast.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseOptions;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.redisson.api.RLock;

/**
 * Each side's release wakes the other's waiter: by its message, long before the lease of 30 s ends. Every
 * other round is on a new name, so that its waiter has to subscribe first.
 */
@OnEveryBackend
class WakeUpIT extends InteropFixture {

  private static final int ROUNDS = 50;

  WakeUpIT(Backend backend) {
    super(backend);
  }

  @Test
  void ourWaiter_whenTheyUnlock_isWokenAtOnce() throws Exception {
    Waits waits = new Waits(backend + ": ours woken by theirs");
    Actor alice = actor("alice");
    for (int round = 0; round < ROUNDS; round++) {
      DistributedLock our = holdfast.lock(nameOf(round));
      RLock their = redisson.getLock(nameOf(round));
      bob.run(() -> their.lock(LEASE.toSeconds(), TimeUnit.SECONDS));
      Future<Lease> waiting = alice.begin(() -> our.acquire(LeaseOptions.fixed(LEASE)));
      awaitListeners(nameOf(round), 1);
      eventually("alice waits", alice::isParked);
      letTimePass(their, round);
      assertThat(waiting).isNotDone();

      long released = System.nanoTime();
      bob.run(their::unlock);
      Lease lease = Actor.outcome(waiting);
      waits.since(released);
      lease.close();
    }
    waits.assertPrompt(ROUNDS);
  }

  @Test
  void theirWaiter_whenWeRelease_isWokenAtOnce() throws Exception {
    Waits waits = new Waits(backend + ": theirs woken by ours");
    for (int round = 0; round < ROUNDS; round++) {
      DistributedLock our = holdfast.lock(nameOf(round));
      RLock their = redisson.getLock(nameOf(round));
      Lease lease = our.acquire(LeaseOptions.fixed(LEASE));
      Future<?> waiting = bob.beginAction(() -> their.lock(LEASE.toSeconds(), TimeUnit.SECONDS));
      awaitListeners(nameOf(round), 1);
      eventually("bob waits", bob::isParked);
      letTimePass(their, round);
      assertThat(waiting).isNotDone();

      long released = System.nanoTime();
      lease.close();
      Actor.outcome(waiting);
      waits.since(released);
      bob.run(their::unlock);
      awaitListeners(nameOf(round), 0);
    }
    waits.assertPrompt(ROUNDS);
  }

  /** A message wakes one: the second waiter is woken by the first one's release, of whatever kind. */
  @Test
  void waitersOfBothKinds_wakeEachOther_afterOneRelease() throws Exception {
    Waits waits = new Waits(backend + ": a waiter of each kind");
    Actor alice = actor("alice");
    for (int round = 0; round < ROUNDS / 2; round++) {
      bob.run(() -> theirs.lock(LEASE.toSeconds(), TimeUnit.SECONDS));
      Future<?> weWait =
          alice.beginAction(() -> ours.acquire(LeaseOptions.fixed(LEASE)).close());
      Future<?> theyWait = carol.beginAction(() -> {
        theirs.lock(LEASE.toSeconds(), TimeUnit.SECONDS);
        theirs.unlock();
      });
      awaitListeners(name, 2);
      long released = System.nanoTime();
      bob.run(theirs::unlock);
      Actor.outcome(weWait);
      Actor.outcome(theyWait);
      waits.since(released);
    }
    waits.assertPrompt(ROUNDS / 2);
  }

  private String nameOf(int round) {
    return round % 2 == 0 ? name : name + ":" + round;
  }

  /** Some round trips, fewer or more: the release comes at another moment of the wait. */
  private static void letTimePass(RLock their, int round) {
    for (int i = 0; i < round % 5; i++) {
      assertThat(their.isLocked()).isTrue();
    }
  }
}
