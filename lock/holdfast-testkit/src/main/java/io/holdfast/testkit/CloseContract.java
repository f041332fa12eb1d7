package io.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.HoldfastClosedException;
import io.holdfast.Lease;
import io.holdfast.LeaseLoss.Reason;
import io.holdfast.LeaseLostException;
import io.holdfast.LeaseOptions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of callers and holders when their client is closed. */
abstract class CloseContract extends ContractFixture {

  @Test
  void close_withWaiters_wakesEveryOne() throws Exception {
    Lease lease = alices.acquire();
    Caller<Lease> acquire = Caller.startWaiting(bobs::acquire);
    Caller<Boolean> lock = Caller.startWaiting(() -> {
      bobs.lock();
      return true;
    });
    Caller<Boolean> tryLock = Caller.startWaiting(() -> bobs.tryLock(20, TimeUnit.SECONDS));
    CompletableFuture<Lease> async = bobs.acquireAsync();
    CompletableFuture<Optional<Lease>> timed = bobs.tryAcquireAsync(LONG);
    bob.close();
    assertThatThrownBy(acquire::outcome).hasCauseInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(lock::outcome).hasCauseInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(tryLock::outcome).hasCauseInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> await(async)).hasCauseInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> await(timed)).hasCauseInstanceOf(HoldfastClosedException.class);
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(alices.isLocked()).isFalse();
  }

  @Test
  void close_withHolders_tellsThemAndFreesTheLock() throws Exception {
    Lease lease = alices.acquire();
    CompletableFuture<Lease> next = bobs.acquireAsync();
    alice.close();
    assertThat(lease.isHeld()).isFalse();
    assertThat(await(lease.lost()).reason()).isEqualTo(Reason.CLOSED);
    assertThatThrownBy(lease::ensureHeld).isInstanceOf(LeaseLostException.class);
    await(next).close();
    assertFree();
  }

  @Test
  void close_withAHoldByThread_makesUnlockThrow() {
    alices.lock();
    alice.close();
    assertThat(alices.holdCount()).isZero();
    assertThatThrownBy(alices::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertFree();
  }

  @Test
  void close_twice_doesNothingTheSecondTime() {
    alice.close();
    alice.close();
    assertFree();
  }

  @Test
  void everyForm_afterClose_throwsHoldfastClosed() {
    alice.close();
    assertThatThrownBy(alices::acquire).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.acquire(LeaseOptions.fixed(LONG)))
        .isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::tryAcquire).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.tryAcquire(LONG)).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::lock).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.lock(LONG)).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::lockInterruptibly).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::tryLock).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.tryLock(1, TimeUnit.SECONDS))
        .isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.lockInterruptibly(LONG))
        .isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.tryLock(LONG)).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(() -> alices.tryLock(LONG, LONG))
        .isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::isLocked).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::remainingLeaseTime).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::inspect).isInstanceOf(HoldfastClosedException.class);
    assertThatThrownBy(alices::forceRelease).isInstanceOf(HoldfastClosedException.class);
  }

  @Test
  void asyncForms_afterClose_failWithHoldfastClosed() {
    alice.close();
    assertFailsAsClosed(alices.acquireAsync());
    assertFailsAsClosed(alices.acquireAsync(LeaseOptions.fixed(LONG)));
    assertFailsAsClosed(alices.tryAcquireAsync(LONG));
    assertFailsAsClosed(alices.tryAcquireAsync(LONG, LeaseOptions.fixed(LONG)));
    assertFailsAsClosed(alices.inspectAsync());
    assertFailsAsClosed(alices.forceReleaseAsync());
  }

  /** By the future, not by the call. */
  private static void assertFailsAsClosed(CompletableFuture<?> future) {
    assertThatThrownBy(() -> await(future)).hasCauseInstanceOf(HoldfastClosedException.class);
  }
}
