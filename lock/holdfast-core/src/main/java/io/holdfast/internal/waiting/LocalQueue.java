package io.holdfast.internal.waiting;

import io.holdfast.LockEvent;
import io.holdfast.LockEvent.NotAcquired.Outcome;
import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.internal.Events;
import io.holdfast.internal.protocol.LockId;
import io.holdfast.internal.time.LeaseClock;
import io.holdfast.internal.time.Timers;
import io.holdfast.spi.NoReplyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The callers of one client that wait for one lock, first come, first served. Whoever leaves is
 * answered exactly once. Its delegate's: used inside its mailbox only.
 */
final class LocalQueue {

  private final LockId lock;
  private final LeaseClock clock;
  private final Events events;
  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private long lastNumber;
  private boolean hasExpired; // perhaps
  private final Map<Waiter, RuntimeException> returning = new LinkedHashMap<>();

  LocalQueue(LockId lock, LeaseClock clock, Events events) {
    this.lock = lock;
    this.clock = clock;
    this.events = events;
  }

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  /** How many wait for it, or for the end of one that too few had acknowledged. */
  int size() {
    return waiters.size() + returning.size();
  }

  /** Of whoever has waited longest; 0 when nobody waits. */
  long longestWaitNanos() {
    return Stream.concat(waiters.stream(), returning.keySet().stream())
        .mapToLong(this::waitedNanos)
        .max()
        .orElse(0);
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
    waiter.number(++lastNumber);
    waiters.add(waiter);
  }

  /** Of who came last. */
  long lastNumber() {
    return lastNumber;
  }

  /** Leaves with the lock. */
  void remove(Waiter waiter) {
    waiters.remove(waiter);
    waiter.leave();
  }

  void withdraw(Waiter waiter, RuntimeException reason) {
    if (waiters.remove(waiter) || returning.remove(waiter) != null) {
      fail(waiter, reason, Outcome.WITHDRAWN);
    }
  }

  void refuse(Waiter waiter) {
    waiters.remove(waiter);
    waiter.leave();
    waiter.refused();
    report(waiter, Outcome.REFUSED);
  }

  /**
   * Those to whom one refusal is enough, unless they came after it was asked for.
   *
   * @param asked the number of who came last before
   * @return whether none of them is left, who would have to be asked for now
   */
  boolean refuseEnding(long asked) {
    take(waiter -> waiter.endsWithRefusal() && waiter.number() <= asked).forEach(this::refuse);
    return waiters.stream().noneMatch(Waiter::endsWithRefusal);
  }

  /**
   * Its time is over, but an answer is on its way that decides.
   *
   * @param lastMoment when it is not awaited any longer
   */
  void expire(Waiter waiter, Timers.Timer lastMoment) {
    waiter.expire(lastMoment);
    hasExpired = true;
  }

  /** The answer has not come: it waits no longer. */
  void giveUp(Waiter waiter) {
    endReturn(waiter);
    failIf(late -> late == waiter, null);
  }

  /** Those whose time is over; the others go on waiting. */
  void refuseExpired() {
    if (hasExpired) {
      take(Waiter::isExpired).forEach(this::refuse);
      hasExpired = false;
    }
  }

  void failAll(RuntimeException failure, Outcome outcome) {
    List<Waiter> all = take(waiter -> true);
    all.addAll(returning.keySet());
    returning.clear();
    all.forEach(waiter -> fail(waiter, failure, outcome));
  }

  /**
   * Takes those out who would only find the same. They wait no longer for the lock, but for what becomes of its release;
   * whose time is over, not even for that.
   *
   * @param failure what they are told if that takes them too long
   */
  List<Waiter> beginReturn(Predicate<Waiter> which, RuntimeException failure) {
    List<Waiter> taken = take(which);
    taken.forEach(waiter -> returning.put(waiter, failure));
    taken.stream().filter(Waiter::isExpired).forEach(this::endReturn);
    return taken;
  }

  boolean isReturning() {
    return !returning.isEmpty();
  }

  boolean isReturning(Waiter waiter) {
    return returning.containsKey(waiter);
  }

  /** Tells them what came of it, unless they have left. */
  void endReturn(List<Waiter> returned, RuntimeException failure) {
    for (Waiter waiter : returned) {
      if (returning.remove(waiter) != null) {
        fail(waiter, failure, Outcome.UNAVAILABLE);
      }
    }
  }

  /** Tells it that nothing has come of it yet. */
  void endReturn(Waiter waiter) {
    RuntimeException failure = returning.remove(waiter);
    if (failure != null) {
      fail(waiter, failure, Outcome.UNAVAILABLE);
    }
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
    waiter.leave();
    waiter.failed(failure);
    report(waiter, outcome);
  }

  private void report(Waiter waiter, Outcome outcome) {
    events.publish(() ->
        new LockEvent.NotAcquired(lock.name(), outcome, Duration.ofNanos(waitedNanos(waiter))));
  }

  private LockUnavailableException unavailable(Waiter waiter, @Nullable RuntimeException cause) {
    if (cause instanceof ServerErrorException) {
      return new LockUnavailableException(
          lock.name(),
          "not locked after " + waitedNanos(waiter) / 1_000_000 + " ms of trying: "
              + cause.getMessage(),
          cause);
    }
    return new LockUnavailableException(
        lock.name(),
        lock + ": no answer from the server after "
            + waitedNanos(waiter) / 1_000_000
            + (cause instanceof NoReplyException noReply && !noReply.wasSent()
                ? " ms; the last request could not be sent"
                : " ms; whether it was granted is unknown, the clean-up goes on")
            + (cause == null ? "" : " (" + cause.getMessage() + ")"),
        cause);
  }

  private long waitedNanos(Waiter waiter) {
    return clock.nanos() - waiter.enteredNanos();
  }
}
