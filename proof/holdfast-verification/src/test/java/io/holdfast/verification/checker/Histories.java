package io.holdfast.verification.checker;

import io.holdfast.verification.checker.Evidence.Tally;
import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.Call.Knowledge;
import io.holdfast.verification.history.Call.Reentry;
import io.holdfast.verification.history.Call.Turn;
import io.holdfast.verification.history.End;
import io.holdfast.verification.history.Form;
import io.holdfast.verification.history.History;
import io.holdfast.verification.history.RecordedAnswer;
import io.holdfast.verification.history.Stalls;
import io.holdfast.verification.history.Stalls.Stall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hand-written histories of one lock; times in milliseconds. */
final class Histories {

  static final Duration LEASE = Duration.ofMillis(100);

  static final long NEVER = -1;

  private static final long MILLI = 1_000_000;

  private final List<Call> calls = new ArrayList<>();
  private final List<Stall> stalls = new ArrayList<>();
  private final Map<String, Long> seen = new HashMap<>();
  private boolean losesData;
  private boolean tells = true;
  private boolean isReachable = true;

  Histories losingData() {
    losesData = true;
    return this;
  }

  /** The lock says nothing unasked. */
  Histories untold() {
    tells = false;
    return this;
  }

  /** The server does not answer all the time. */
  Histories unreachable() {
    isReachable = false;
    return this;
  }

  /** Was alive at that time. */
  Histories seen(String who, long millis) {
    seen.put(who, millis * MILLI);
    return this;
  }

  Histories stalled(String who, long from, long to) {
    stalls.add(new Stall(who, from * MILLI, to * MILLI));
    return this;
  }

  /**
   * Granted between the first two times; believed at the third, with that deadline; told at the fourth, or never (-1);
   * released between the last two, and that ended as said.
   */
  Histories turn(
      String who,
      long token,
      long called,
      long answered,
      long lastHeld,
      long deadline,
      long told,
      long release,
      End end) {
    Knowledge knowledge = new Knowledge(
        lastHeld * MILLI,
        deadline * MILLI,
        Call.NEVER,
        told < 0 ? Call.NEVER : told * MILLI,
        told < 0 ? "" : "RENEWAL_REFUSED");
    Turn turn = new Turn(
        lastHeld * MILLI,
        release == NEVER ? Call.NEVER : release * MILLI,
        release == NEVER ? Call.NEVER : release * MILLI + 1,
        end,
        Optional.empty(),
        knowledge);
    return add(who, token, called, answered, turn);
  }

  /** Granted between the first two times, released between the last two. */
  Histories turn(String who, long token, long called, long answered, long release, long released) {
    return add(
        who, token, called, answered, release, release, released, End.RELEASED, Optional.empty());
  }

  /** Granted between the first two times; the holder believed until the third, and then knew better. */
  Histories lost(String who, long token, long called, long answered, long believedUntil) {
    return add(
        who,
        token,
        called,
        answered,
        believedUntil,
        believedUntil + 1,
        believedUntil + 2,
        End.LOST,
        Optional.empty());
  }

  /** A turn with a re-entry right after its grant. */
  Histories reentrant(
      String who, long token, long inner, long called, long answered, long release, long released) {
    Reentry reentry = new Reentry(
        answered * MILLI + 1,
        answered * MILLI + 2,
        inner,
        answered * MILLI + 3,
        answered * MILLI + 4,
        End.RELEASED);
    return add(
        who,
        token,
        called,
        answered,
        release,
        release,
        released,
        End.RELEASED,
        Optional.of(reentry));
  }

  /**
   * Granted between the first two times and taken once more between the last two; the holder had believed until
   * the third, and learnt of its loss after the re-entry.
   */
  Histories reentrantAfterLoss(
      String who, long token, long called, long answered, long believedUntil, long inner) {
    Reentry reentry = new Reentry(
        inner * MILLI,
        inner * MILLI + 1,
        token,
        inner * MILLI + 2,
        inner * MILLI + 3,
        End.RELEASED);
    return add(
        who,
        token,
        called,
        answered,
        believedUntil,
        inner + 1,
        inner + 2,
        End.LOST,
        Optional.of(reentry));
  }

  Histories refused(String who, long called, long answered) {
    return without(who, called, answered, RecordedAnswer.REFUSED);
  }

  Histories unknown(String who, long called, long answered) {
    return without(who, called, answered, RecordedAnswer.UNKNOWN);
  }

  private Histories without(String who, long called, long answered, RecordedAnswer answer) {
    calls.add(new Call(
        who,
        0,
        calls.size(),
        "lock",
        Form.TRY,
        called * MILLI,
        answered * MILLI,
        answer,
        0,
        Optional.empty()));
    return this;
  }

  private Histories add(
      String who,
      long token,
      long called,
      long answered,
      long believedUntil,
      long release,
      long released,
      End end,
      Optional<Reentry> inner) {
    Knowledge knowledge = new Knowledge(
        believedUntil * MILLI,
        believedUntil * MILLI,
        end == End.LOST ? release * MILLI : Call.NEVER,
        end == End.LOST ? release * MILLI : Call.NEVER,
        "DEADLINE_PASSED");
    return add(
        who,
        token,
        called,
        answered,
        new Turn(believedUntil * MILLI, release * MILLI, released * MILLI, end, inner, knowledge));
  }

  private Histories add(String who, long token, long called, long answered, Turn turn) {
    calls.add(new Call(
        who,
        0,
        calls.size(),
        "lock",
        Form.LOCK,
        called * MILLI,
        answered * MILLI,
        RecordedAnswer.GRANTED,
        token,
        Optional.of(turn)));
    return this;
  }

  long violations(Checker checker) {
    return checker.check(evidence()).count();
  }

  Evidence evidence() {
    return evidence(List.of(), List.of(), List.of());
  }

  /** With what the two stores counted. */
  Evidence evidence(Map<String, Tally> plain, Map<String, Tally> fenced) {
    Evidence none = evidence();
    return new Evidence(none.history(), none.terms(), plain, fenced, 0, List.of(), List.of());
  }

  /** Healed at 0, with a bound of 500 ms. */
  Evidence evidence(List<String> stuck, List<String> keysLeft, List<String> leftovers) {
    return new Evidence(
        new History(calls, leftovers, new Stalls(stalls), seen),
        new Evidence.Terms(
            LEASE,
            Duration.ofMillis(40),
            true,
            tells,
            losesData,
            isReachable,
            Duration.ofMillis(500)),
        Map.of(),
        Map.of(),
        0,
        stuck,
        keysLeft);
  }
}
