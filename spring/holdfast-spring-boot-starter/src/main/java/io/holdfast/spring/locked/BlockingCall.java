package io.holdfast.spring.locked;

import io.holdfast.Lease;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call whose work is over when it returns. Acquires on the caller's thread, in the order of the names;
 * proceeds; releases in reverse.
 */
final class BlockingCall {

  private final LockedCall call;
  private final List<Wanted> wanted;
  private final Held held = new Held();
  private final long startNanos = System.nanoTime();

  BlockingCall(LockedCall call) {
    this.call = call;
    this.wanted = call.wanted();
  }

  @Nullable
  Object run() throws Throwable {
    Wanted refused = acquireAll();
    if (refused != null) {
      return call.refused(refused, startNanos);
    }
    return OuterTransaction.isActive() ? proceedInTransaction() : proceed();
  }

  /** Returns the lock that was refused, if one was; then none is held. */
  private @Nullable Wanted acquireAll() throws InterruptedException {
    try {
      for (Wanted one : Wanted.inOrder(wanted)) {
        OwnLease outer = call.threadLeases().of(one.client().getBeanName(), one.lockName());
        if (outer != null && held.join(one, outer)) {
          continue;
        }
        Optional<Lease> lease = one.acquire(startNanos);
        if (lease.isEmpty()) {
          held.giveBack();
          return one;
        }
        held.add(one, lease.get());
      }
      held.ensureHeld(); // the first ones may have been lost while we waited for the last
      return null;
    } catch (InterruptedException e) {
      held.releaseAfter(e);
      throw interrupted(e);
    } catch (Throwable e) {
      held.releaseAfter(e);
      throw e;
    }
  }

  /** As it is where the method allows it; else unchecked, with the flag restored. */
  private RuntimeException interrupted(InterruptedException interrupt) throws InterruptedException {
    if (Arrays.asList(call.method().method().getExceptionTypes())
        .contains(InterruptedException.class)) {
      throw interrupt;
    }
    Thread.currentThread().interrupt();
    return new IllegalStateException(
        new LockedDeclaration(call.method().method()).subject()
            + ": interrupted while it waited for its lock; the method was not called",
        interrupt);
  }

  private @Nullable Object proceed() throws Throwable {
    Object result;
    try {
      result = call.proceed(wanted, held);
    } catch (Throwable e) {
      held.releaseAfter(e);
      throw e;
    }
    held.release();
    return result;
  }

  /** The caller's transaction will commit what we do: the lock is kept until it has. */
  private @Nullable Object proceedInTransaction() throws Throwable {
    try {
      OuterTransaction.afterCompletion(() -> {
        call.threadLeases().remove(held.own());
        held.release();
      });
    } catch (Throwable e) {
      held.releaseAfter(e);
      throw e;
    }
    try {
      Object result = call.proceed(wanted, held);
      held.ensureHeld();
      return result;
    } finally {
      call.threadLeases().add(held.own());
    }
  }
}
