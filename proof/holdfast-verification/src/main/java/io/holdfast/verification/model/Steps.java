package io.holdfast.verification.model;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.Call.Reentry;
import io.holdfast.verification.history.Call.Turn;
import io.holdfast.verification.history.End;
import io.holdfast.verification.history.RecordedAnswer;
import io.holdfast.verification.model.Step.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes steps from the calls of one lock. What is unknown may or may not have happened: a turn without a
 * confirmed release may end at any time after its holder stopped believing in it, or never.
 */
public final class Steps {

  /** For how many leases after its answer an unknown request may stand in somebody's way. */
  private static final int LEASES_OF_DOUBT = 3;

  private final List<Call> calls;
  private final long doubtNanos;
  private final boolean withInner;
  private final Map<String, Long> lastSeen = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();

  private Steps(List<Call> calls, Duration lease, boolean withInner) {
    this.calls = calls;
    this.doubtNanos = lease.toNanos() * LEASES_OF_DOUBT;
    this.withInner = withInner;
    for (Call call : calls) {
      long last = call.answered() == Call.NEVER ? call.called() : call.answered();
      lastSeen.merge(call.process(), last, Math::max);
    }
  }

  /** The steps of one lock's calls, with those of re-entry or without. */
  public static List<Step> of(List<Call> calls, Duration lease, boolean withInner) {
    Steps steps = new Steps(calls, lease, withInner);
    calls.forEach(steps::add);
    return steps.steps;
  }

  private void add(Call call) {
    if (call.answer() == RecordedAnswer.REFUSED && !isExcused(call)) {
      add(Kind.REFUSED, call, 0, call.called(), call.answered());
    }
    call.turn().ifPresent(turn -> {
      add(Kind.ACQUIRE, call, call.token(), call.called(), call.answered());
      if (withInner) {
        turn.inner().ifPresent(inner -> add(call, turn, inner));
      }
      if (turn.end() == End.RELEASED) {
        add(Kind.RELEASE, call, 0, turn.releaseCalled(), turn.releaseAnswered());
      } else {
        add(Kind.EXPIRE, call, 0, turn.believedUntil(), Call.NEVER);
      }
    });
  }

  private void add(Call call, Turn turn, Reentry inner) {
    add(Kind.ACQUIRE, call, inner.token(), inner.called(), inner.answered());
    boolean isSure = inner.end() == End.RELEASED && turn.end() == End.RELEASED;
    if (inner.releaseCalled() != Call.NEVER) {
      add(
          Kind.RELEASE,
          call,
          0,
          inner.releaseCalled(),
          isSure ? inner.releaseAnswered() : Call.NEVER);
    }
  }

  private void add(Kind kind, Call call, long token, long from, long to) {
    String what = kind + " by " + call.who() + " (" + call.form() + ")"
        + (token == 0 ? "" : ", token " + token);
    steps.add(new Step(kind, call.who(), token, from, to, what));
  }

  /**
   * A refusal needs somebody who has the lock, or may have it: an unknown request, a caller of the same
   * process who asked first, since nobody overtakes a local queue, or a process that keeps it for its next caller.
   */
  private boolean isExcused(Call refused) {
    return calls.stream()
        .anyMatch(other -> !other.who().equals(refused.who())
            && other.called() <= refused.answered()
            && (refused.called() <= endOfExcuse(refused, other) || isKept(refused, other)));
  }

  /** Whether somebody of the holder's process waited when it released, and still did when the other was refused. */
  private boolean isKept(Call refused, Call holder) {
    Turn turn = holder.turn().filter(had -> had.end() == End.RELEASED).orElse(null);
    return turn != null
        && turn.releaseCalled() <= refused.answered()
        && refused.called() <= turn.releaseAnswered() + doubtNanos
        && calls.stream()
            .anyMatch(next -> next.process().equals(holder.process())
                && !next.who().equals(holder.who())
                && next.called() <= turn.releaseAnswered()
                && next.answered() >= refused.called());
  }

  private long endOfExcuse(Call refused, Call other) {
    return switch (other.answer()) {
      case UNKNOWN ->
        (other.answered() == Call.NEVER
                ? lastSeen.getOrDefault(other.process(), other.called())
                : other.answered())
            + doubtNanos;
      case GRANTED, REFUSED, ERROR ->
        other.process().equals(refused.process()) ? other.answered() : Long.MIN_VALUE;
    };
  }
}
