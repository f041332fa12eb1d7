package io.holdfast.internal.waiting;

import io.holdfast.LockEvent;
import io.holdfast.LockEvent.Waited.Outcome;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.internal.Events;
import io.holdfast.internal.time.LeaseClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one client that wait for one lock, first come, first served. Whoever leaves is
 * answered exactly once. Its delegate's: used inside its mailbox only.
 */
final class LocalQueue {

  private final String lockName;
  private final LeaseClock clock;
  private final Events events;
  private final Set<Waiter> waiters = new LinkedHashSet<>();

  LocalQueue(String lockName, LeaseClock clock, Events events) {
    this.lockName = lockName;
    this.clock = clock;
    this.events = events;
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  int size() {
    return waiters.size();
  }

  /** Of whoever has waited longest; 0 when nobody waits. */
  long longestWaitNanos() {
    long longest = 0;
    for (Waiter waiter : waiters) {
      longest = Math.max(longest, waitedNanos(waiter));
    }
    return longest;
  }

  boolean contains(Waiter waiter) {
    return waiters.contains(waiter);
  }

  @Nullable
  Waiter head() {
    Iterator<Waiter> all = waiters.iterator();
    return all.hasNext() ? all.next() : null;
  }

  void add(Waiter waiter) {
    waiters.add(waiter);
  }

  /** Leaves with the lock. */
  void remove(Waiter waiter) {
    waiters.remove(waiter);
  }

  void withdraw(Waiter waiter, RuntimeException reason) {
    if (waiters.remove(waiter)) {
      fail(waiter, reason, Outcome.WITHDRAWN);
    }
  }

  void refuse(Waiter waiter) {
    waiters.remove(waiter);
    waiter.refused();
    report(waiter, Outcome.REFUSED);
  }

  /** Those to whom one refusal is enough. */
  void refuseEnding() {
    take(Waiter::endsWithRefusal).forEach(this::refuse);
  }

  /** The head gets the lock; the others whose time is over get none. */
  void refuseExpiredBehindHead() {
    Waiter head = head();
    take(waiter -> waiter != head && waiter.isExpired()).forEach(this::refuse);
  }

  void failAll(RuntimeException failure, Outcome outcome) {
    take(waiter -> true).forEach(waiter -> fail(waiter, failure, outcome));
  }

  /** Takes those out whom so many acknowledgements are too few; they are still to be failed. */
  List<Waiter> takeUnacknowledged(int acknowledged) {
    return take(waiter -> waiter.replicas() > acknowledged);
  }

  /** The server has not answered: ends the wait of those whom that concerns. */
  void failIf(Predicate<Waiter> which, @Nullable RuntimeException cause) {
    take(which).forEach(waiter -> fail(waiter, unavailable(waiter, cause), Outcome.UNAVAILABLE));
  }

  private List<Waiter> take(Predicate<Waiter> which) {
    List<Waiter> taken = new ArrayList<>();
    waiters.removeIf(waiter -> which.test(waiter) && taken.add(waiter));
    return taken;
  }

  void fail(Waiter waiter, RuntimeException failure, Outcome outcome) {
    waiter.failed(failure);
    report(waiter, outcome);
  }

  private void report(Waiter waiter, Outcome outcome) {
    events.publish(
        () -> new LockEvent.Waited(lockName, outcome, Duration.ofNanos(waitedNanos(waiter))));
  }

  private LockUnavailableException unavailable(Waiter waiter, @Nullable RuntimeException cause) {
    if (cause instanceof ServerErrorException) {
      return new LockUnavailableException(
          "not locked after " + waitedNanos(waiter) / 1_000_000 + " ms of trying: "
              + cause.getMessage(),
          cause);
    }
    return new LockUnavailableException(
        "lock '" + lockName + "': no answer from the server after "
            + waitedNanos(waiter) / 1_000_000
            + " ms; whether it was granted is unknown, the clean-up goes on"
            + (cause == null ? "" : " (" + cause.getMessage() + ")"),
        cause);
  }

  private long waitedNanos(Waiter waiter) {
    return clock.nanos() - waiter.enteredNanos();
  }
}
