package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The forms in which the lease is the owner. */
abstract class LeaseContract extends ContractFixture {

  @Test
  void acquire_freeLock_holdsItUntilClosed() throws Exception {
    try (Lease lease = alices.acquire()) {
      assertThat(lease.lockName()).isEqualTo(name);
      assertThat(lease.token()).isPositive();
      assertThat(lease.isHeld()).isTrue();
      assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
      lease.ensureHeld();
      assertThat(bobs.isLocked()).isTrue();
    }
    assertThat(bobs.isLocked()).isFalse();
  }

  @Test
  void acquire_withOptions_lastsAsLongAsAsked() throws Exception {
    try (Lease lease = alices.acquire(LeaseOptions.fixed(Duration.ofSeconds(5)))) {
      assertThat(lease.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
      assertThat(bobs.remainingLeaseTime()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
    }
  }

  @Test
  void acquire_heldByAnotherClient_waitsForTheRelease() throws Exception {
    Lease first = alices.acquire();
    Caller<Lease> waiter = Caller.startWaiting(bobs::acquire);
    first.close();
    try (Lease second = waiter.outcome()) {
      assertThat(second.isHeld()).isTrue();
    }
  }

  @Test
  void tryAcquire_freeLock_grants() {
    try (Lease lease = alices.tryAcquire().orElseThrow()) {
      assertThat(lease.isHeld()).isTrue();
    }
    assertFree();
  }

  @Test
  void tryAcquire_heldByAnyone_isEmpty() throws Exception {
    try (Lease lease = alices.acquire()) {
      assertThat(bobs.tryAcquire()).isEmpty();
      assertThat(alices.tryAcquire()).isEmpty();
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void tryAcquireWithWait_heldThroughout_isEmptyAfterTheWait() throws Exception {
    try (Lease lease = alices.acquire()) {
      long start = System.nanoTime();
      assertThat(bobs.tryAcquire(SHORT)).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SHORT);
      assertThat(alices.tryAcquire(SHORT, LeaseOptions.fixed(LONG))).isEmpty();
      assertThat(lease.isHeld()).isTrue();
    }
    assertFree();
  }

  @Test
  void tryAcquireWithWait_releasedMeanwhile_grants() throws Exception {
    Lease first = alices.acquire();
    Caller<Optional<Lease>> waiter = Caller.startWaiting(() -> bobs.tryAcquire(LONG));
    first.close();
    waiter.outcome().orElseThrow().close();
    assertFree();
  }

  @Test
  void tryAcquireWithOptions_freeLock_lastsAsLongAsAsked() throws Exception {
    LeaseOptions options = LeaseOptions.fixed(Duration.ofSeconds(5));
    try (Lease lease = alices.tryAcquire(LONG, options).orElseThrow()) {
      assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(5));
    }
  }

  @Test
  void acquireAsync_everyForm_grantsAFreeLock() throws Exception {
    LeaseOptions options = LeaseOptions.fixed(Duration.ofSeconds(5));
    await(alices.acquireAsync()).close();
    try (Lease lease = await(alices.acquireAsync(options))) {
      assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(5));
    }
    await(alices.tryAcquireAsync(LONG)).orElseThrow().close();
    try (Lease lease = await(alices.tryAcquireAsync(LONG, options)).orElseThrow()) {
      assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(5));
    }
    assertFree();
  }

  @Test
  void acquireAsync_asyncDependents_runOnTheClientsExecutor() throws Exception {
    ExecutorService own = Executors.newSingleThreadExecutor(task -> new Thread(task, "own"));
    try {
      DistributedLock lock = open(settings -> settings.executor(own)).lock(name);
      String thread = await(lock.acquireAsync().thenApplyAsync(LeaseContract::releasedOn));
      assertThat(thread).isEqualTo("own");
      thread = await(
          lock.tryAcquireAsync(LONG).thenApplyAsync(lease -> releasedOn(lease.orElseThrow())));
      assertThat(thread).isEqualTo("own");
      assertFree();
    } finally {
      own.shutdown();
    }
  }

  private static String releasedOn(Lease lease) {
    CompletableFuture<Void> unused = lease.releaseAsync();
    return Thread.currentThread().getName();
  }

  @Test
  void acquireAsync_heldByAnother_completesAfterTheRelease() throws Exception {
    Lease first = alices.acquire();
    CompletableFuture<Lease> here = alices.acquireAsync();
    CompletableFuture<Lease> there = bobs.acquireAsync();
    assertThat(bobs.tryAcquire(SHORT)).isEmpty();
    assertThat(here).isNotDone();
    assertThat(there).isNotDone();
    CompletableFuture<Void> both =
        CompletableFuture.allOf(here.thenAccept(Lease::close), there.thenAccept(Lease::close));
    first.close();
    await(both);
    assertFree();
  }

  @Test
  void tryAcquireAsync_heldThroughout_isEmptyAfterTheWait() throws Exception {
    try (Lease lease = alices.acquire()) {
      assertThat(await(bobs.tryAcquireAsync(SHORT))).isEmpty();
      assertThat(await(alices.tryAcquireAsync(SHORT, LeaseOptions.fixed(LONG)))).isEmpty();
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @Test
  void acquireAsync_cancelled_withdrawsTheWaiter() throws Exception {
    Lease first = alices.acquire();
    CompletableFuture<Lease> here = alices.acquireAsync();
    CompletableFuture<Lease> there = bobs.acquireAsync();
    CompletableFuture<Optional<Lease>> timed = bobs.tryAcquireAsync(LONG);
    assertThat(here.cancel(true)).isTrue();
    assertThat(there.cancel(true)).isTrue();
    assertThat(timed.cancel(true)).isTrue();
    first.close();
    assertFree();
    try (Lease next = alices.tryAcquire(LONG).orElseThrow()) {
      assertThat(next.isHeld()).isTrue();
    }
  }

  @Test
  void lease_onAnotherThread_isUsableAndCloseable() throws Exception {
    Lease lease = alices.acquire();
    boolean isHeld = elsewhere(() -> {
      lease.ensureHeld();
      boolean held = lease.isHeld();
      lease.close();
      return held;
    });
    assertThat(isHeld).isTrue();
    assertThat(lease.isHeld()).isFalse();
    assertFree();
  }

  @Test
  void lease_andItsThread_areSeparateOwners() throws Exception {
    try (Lease lease = alices.acquire()) {
      assertThat(alices.tryLock()).isFalse();
      assertThat(alices.isHeldByCurrentThread()).isFalse();
      assertThat(alices.holdCount()).isZero();
      assertThat(alices.current()).isEmpty();
      assertThatThrownBy(alices::unlock).isInstanceOf(IllegalMonitorStateException.class);
      assertThat(lease.isHeld()).isTrue();
    }
    alices.lock();
    assertThat(alices.tryAcquire()).isEmpty();
    alices.unlock();
  }

  @Test
  void close_twice_doesNothingTheSecondTime() throws Exception {
    Lease first = alices.acquire();
    first.close();
    assertThat(first.isHeld()).isFalse();
    assertThat(first.remaining()).isZero();
    assertThatThrownBy(first::ensureHeld)
        .isInstanceOf(IllegalMonitorStateException.class)
        .isNotInstanceOf(LeaseLostException.class);
    try (Lease second = bobs.acquire()) {
      first.close();
      await(first.releaseAsync());
      assertThat(alices.isLocked()).isTrue();
      assertThat(second.isHeld()).isTrue();
    }
    assertThat(first.lost().toCompletableFuture()).isNotDone();
  }

  @Test
  void releaseAsync_ofHeldLease_frees() throws Exception {
    Lease lease = alices.acquire();
    await(lease.releaseAsync());
    assertThat(lease.isHeld()).isFalse();
    assertThat(bobs.isLocked()).isFalse();
  }

  @Test
  void leave_ofFixedLease_blocksUntilItRunsOut() throws Exception {
    Lease lease = alices.acquire(LeaseOptions.fixed(Duration.ofSeconds(1)));
    lease.leave();
    lease.close();
    assertThat(bobs.isLocked()).isTrue();
    bobs.tryAcquire(PATIENCE).orElseThrow().close();
  }

  @Test
  void leave_ofRenewedLease_endsTheRenewal() throws Exception {
    DistributedLock carols =
        open(settings -> settings.leaseTime(Duration.ofSeconds(1))).lock(name);
    Lease lease = carols.acquire();
    lease.leave();
    lease.close();
    assertThat(bobs.isLocked()).isTrue();
    bobs.tryAcquire(PATIENCE).orElseThrow().close();
  }

  @Test
  void renewal_pastTheLeaseTime_keepsTheLease() throws Exception {
    Duration leaseTime = Duration.ofMillis(600);
    while (!isKeptByRenewal(leaseTime)) { // a machine may stand still for a short one
      leaseTime = leaseTime.multipliedBy(2);
      assertThat(leaseTime).as("a lease time that renewal keeps").isLessThan(LONG);
    }
    assertFree();
  }

  private boolean isKeptByRenewal(Duration leaseTime) throws Exception {
    try (Lease lease =
        open(settings -> settings.leaseTime(leaseTime)).lock(name).acquire()) {
      Optional<Lease> taken = bobs.tryAcquire(leaseTime.multipliedBy(5).dividedBy(2));
      taken.ifPresent(Lease::close);
      return taken.isEmpty() && lease.isHeld();
    } catch (LeaseLostException e) { // told at its close
      return false;
    }
  }

  @Test
  void renew_ofFixedLease_setsWhatIsLeft() throws Exception {
    try (Lease lease = alices.acquire(LeaseOptions.fixed(Duration.ofSeconds(5)))) {
      lease.renew(LONG);
      assertThat(lease.remaining()).isBetween(Duration.ofSeconds(10), LONG);
      assertThat(bobs.remainingLeaseTime()).isBetween(Duration.ofSeconds(10), LONG);
      lease.renew(Duration.ofSeconds(4));
      assertThat(lease.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(4));
      assertThat(bobs.remainingLeaseTime()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(4));
    }
  }

  @Test
  void interruptibleForms_interruptedWhileWaiting_throwAndLeaveNothing() throws Exception {
    Lease lease = alices.acquire();
    Caller<Lease> acquire = Caller.startWaiting(bobs::acquire);
    Caller<Optional<Lease>> tryAcquire = Caller.startWaiting(() -> bobs.tryAcquire(LONG));
    Caller<Lease> local = Caller.startWaiting(() -> alices.acquire(LeaseOptions.fixed(LONG)));
    acquire.interrupt();
    tryAcquire.interrupt();
    local.interrupt();
    assertInterrupted(acquire);
    assertInterrupted(tryAcquire);
    assertInterrupted(local);
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertFree();
  }

  @Test
  void interruptibleForms_calledWithTheFlagSet_throwAtOnce() {
    assertInterrupted(withFlag(alices::acquire));
    assertInterrupted(withFlag(() -> alices.acquire(LeaseOptions.fixed(LONG))));
    assertInterrupted(withFlag(() -> alices.tryAcquire(LONG)));
    assertInterrupted(withFlag(() -> alices.tryAcquire(LONG, LeaseOptions.fixed(LONG))));
    assertFree();
  }

  @Test
  void tryAcquire_calledWithTheFlagSet_grantsAndKeepsTheFlag() throws Exception {
    boolean flag = withFlag(() -> {
          alices.tryAcquire().orElseThrow().close();
          return Thread.currentThread().isInterrupted();
        })
        .outcome();
    assertThat(flag).isTrue();
  }

  private static <T> Caller<T> withFlag(Callable<T> call) {
    return Caller.start(() -> {
      Thread.currentThread().interrupt();
      return call.call();
    });
  }

  private static void assertInterrupted(Caller<?> caller) {
    assertThatThrownBy(caller::outcome)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }
}
