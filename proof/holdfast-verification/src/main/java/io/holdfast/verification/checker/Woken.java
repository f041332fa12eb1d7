package io.holdfast.verification.checker;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.Call.Turn;
import io.holdfast.verification.history.End;
import io.holdfast.verification.history.Form;
import io.holdfast.verification.history.Stalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * While the server answers, nobody waits for three eighths of a lease for a lock that nobody has: one who missed the message of a
 * release, or the end of a lease, sleeps for longer. One violation per time in which the lock was idle.
 */
/*
 *   released           a quarter of the lease    an eighth       answered
 *      |--------------------------|-----------------|--------------|---> time
 *      '------ at most this is idle time -----------'-- the grant may have been on its way
 *
 * Who had no answer, or was told that the lock is lost, may have it on the server for another lease. Time in which the
 * process of the waiter stood still is not counted, nor is the time in which it was new: on a busy machine a JVM needs
 * most of a second to open its first subscription.
 */
final class Woken {

  private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
  private static final long LAST_LINE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  private final Evidence evidence;
  private final Stalls stalls;
  private final long lease;
  private final long longestIdle;
  private final long onItsWay;
  private final Map<String, Long> warm = new HashMap<>();

  private Woken(Evidence evidence) {
    this.evidence = evidence;
    this.stalls = evidence.history().stalls();
    this.lease = evidence.terms().lease().toNanos();
    this.longestIdle = lease / 4;
    this.onItsWay = lease / 8;
    for (Call call : evidence.history().calls()) { // sorted by call
      warm.putIfAbsent(call.process(), call.called() + WARM_UP_NANOS);
    }
  }

  static Finding check(Evidence evidence) {
    Woken woken = new Woken(evidence);
    List<String> violations = new ArrayList<>();
    evidence.history().byLock().forEach((lock, calls) -> woken.check(lock, calls, violations));
    return Finding.of(violations);
  }

  private void check(String lock, List<Call> calls, List<String> violations) {
    List<Call> waiters = calls.stream()
        .filter(call -> call.form() != Form.TRY && call.answered() != Call.NEVER)
        .toList();
    for (Span idle : idle(calls)) {
      waiters.stream()
          .max(Comparator.comparingLong(waiter -> waited(waiter, idle)))
          .filter(waiter -> waited(waiter, idle) > longestIdle)
          .ifPresent(waiter -> violations.add(lock + ": " + waiter.who() + " (" + waiter.form()
              + ") waited for " + TimeUnit.NANOSECONDS.toMillis(waited(waiter, idle))
              + " ms at least while nobody had it"));
    }
  }

  private long waited(Call waiter, Span idle) {
    long since = Math.max(waiter.called(), warm.getOrDefault(waiter.process(), Call.NEVER));
    long from = Math.max(idle.from(), since);
    long to = Math.min(idle.to(), waiter.answered());
    return to <= from ? 0 : stalls.awakeNanos(waiter.process(), from, to);
  }

  /** Times in which nobody can have had the lock, as far as they are long enough to matter. */
  private List<Span> idle(List<Call> calls) {
    List<Span> held = calls.stream()
        .map(this::held)
        .sorted(Comparator.comparingLong(Span::from))
        .toList();
    List<Span> idle = new ArrayList<>();
    long until = Long.MIN_VALUE; // before the first grant there may be anything
    for (Span span : held) {
      if (until != Long.MIN_VALUE && span.from() - until > longestIdle) {
        idle.add(new Span(until, span.from()));
      }
      until = Math.max(until, span.to());
    }
    return idle;
  }

  /** When that caller may have had the lock, on the server at least. */
  private Span held(Call call) {
    long ended = call.answered() == Call.NEVER ? lastSeen(call) : call.answered();
    long from = Math.max(call.called(), stalls.awakeBefore(call.process(), ended, onItsWay));
    return switch (call.answer()) {
      case GRANTED -> new Span(from, end(call, call.turn().orElseThrow()));
      case UNKNOWN -> new Span(from, ended + lease);
      case REFUSED -> // given up while a request was on its way, perhaps
        new Span(from, hasStalled(call) ? ended + lease : ended + onItsWay);
      case ERROR -> // a lock that too few replicas acknowledged is had for a while, and given back
        new Span(call.called(), ended + onItsWay);
    };
  }

  private long end(Call call, Turn turn) {
    if (turn.end() == End.OPEN) {
      return lastSeen(call) + lease;
    }
    return turn.end() == End.RELEASED ? turn.releaseAnswered() : turn.releaseAnswered() + lease;
  }

  private boolean hasStalled(Call call) {
    return stalls.awakeNanos(call.process(), call.called(), call.answered())
        < call.answered() - call.called();
  }

  private long lastSeen(Call call) {
    return evidence.history().lastSeen().getOrDefault(call.process(), call.called())
        + LAST_LINE_NANOS;
  }

  private record Span(long from, long to) {}
}
