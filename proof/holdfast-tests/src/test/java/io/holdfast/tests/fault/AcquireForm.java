package io.holdfast.tests.fault;

import io.holdfast.DistributedLock;
import io.holdfast.Lease;
import io.holdfast.LeaseView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The ways to ask for a lock, made alike: a token or nothing, and a way to give it back. */
enum AcquireForm {
  ACQUIRE(false) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) throws InterruptedException {
      return Optional.of(Held.of(lock.acquire()));
    }
  },
  ACQUIRE_ASYNC(false) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) throws Exception {
      return Optional.of(Held.of(unwrapped(lock.acquireAsync())));
    }
  },
  LOCK(false) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) {
      lock.lock();
      return Optional.of(Held.of(lock));
    }
  },
  LOCK_INTERRUPTIBLY(false) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) throws InterruptedException {
      lock.lockInterruptibly();
      return Optional.of(Held.of(lock));
    }
  },
  TRY_ACQUIRE(true) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) throws InterruptedException {
      return lock.tryAcquire(wait).map(Held::of);
    }
  },
  TRY_ACQUIRE_ASYNC(true) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) throws Exception {
      return unwrapped(lock.tryAcquireAsync(wait)).map(Held::of);
    }
  },
  TRY_LOCK(true) {
    @Override
    Optional<Held> take(DistributedLock lock, Duration wait) throws InterruptedException {
      return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS)
          ? Optional.of(Held.of(lock))
          : Optional.empty();
    }
  };

  private final boolean isTimed;

  AcquireForm(boolean isTimed) {
    this.isTimed = isTimed;
  }

  /** Whether it waits no longer than it was told. */
  boolean isTimed() {
    return isTimed;
  }

  /** Asks; the thread forms must be given back by the same thread. */
  abstract Optional<Held> take(DistributedLock lock, Duration wait) throws Exception;

  private static <T> T unwrapped(CompletableFuture<T> future) throws Exception {
    try {
      return future.get(FaultFixture.PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /**
   * What was got.
   *
   * @param view the lease
   * @param giveBack releases it
   */
  record Held(LeaseView view, Runnable giveBack) {

    static Held of(Lease lease) {
      return new Held(lease, lease::close);
    }

    static Held of(DistributedLock lock) {
      return new Held(lock.current().orElseThrow(), lock::unlock);
    }
  }
}
