package io.holdfast.verification.checker;

import io.holdfast.verification.history.Call;
import io.holdfast.verification.history.Call.Knowledge;
import io.holdfast.verification.history.Call.Turn;
import io.holdfast.verification.history.End;
import io.holdfast.verification.history.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A holder that has lost its lock learns it in time, and is not told so without reason. One violation per turn. */
/*
 *   granted            somebody else granted        due              release
 *      |---------------------------|-----------------|------------------|---> time
 *                                  '-- interval -----'  from here on: no belief, told, and the release says lost
 *
 * The interval is a third of the lease while the server answers, but never ends after the holder's own deadline,
 * which is a lease after the last time that the server can have said yes. Time in which the process stood still is
 * not counted: only the deadline goes on without it.
 */
final class Told {

  /** For threads that are woken late and lines that are written late. */
  private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private Told(Evidence evidence) {
    this.evidence = evidence;
  }

  static Finding check(Evidence evidence) {
    Told told = new Told(evidence);
    evidence.history().byLock().values().forEach(told::checkLock);
    return Finding.of(told.violations);
  }

  private void checkLock(List<Call> calls) {
    List<Call> granted = calls.stream().filter(Call::isGranted).toList();
    Losses losses = new Losses(granted, evidence.terms());
    for (Call call : granted) {
      Turn turn = call.turn().orElseThrow();
      long lost = losses.since(call);
      tooLong(call, turn.knowledge(), lost)
          .or(() -> denied(turn))
          .or(() -> silence(call, turn, lost, calls))
          .or(() -> untold(call, turn, lost))
          .or(() -> falseAlarm(turn.knowledge()))
          .ifPresent(what ->
              violations.add(call.lock() + ": " + call.who() + " (" + call.form() + ") " + what));
    }
  }

  private Optional<String> tooLong(Call call, Knowledge knowledge, long lost) {
    boolean isBroken = lost != Call.NEVER
        && knowledge.lastHeld() != Call.NEVER
        && knowledge.lastHeld() > due(call, lost);
    return when(
        isBroken,
        () -> "believed to hold it until " + millis(knowledge.lastHeld() - lost)
            + " ms after somebody else had got it");
  }

  private Optional<String> denied(Turn turn) {
    return when(
        turn.end() == End.RELEASED && turn.knowledge().told() < turn.releaseCalled(),
        () -> "was told that it was lost, and then that it was released");
  }

  /** Inside a process a lock is handed on without asking the server, which is then asked within the interval. */
  private Optional<String> silence(Call call, Turn turn, long lost, List<Call> calls) {
    boolean isSilent = lost != Call.NEVER
        && turn.end() == End.RELEASED
        && (turn.releaseCalled() > due(call, lost) || hasAskedTheServer(call, turn, calls));
    return when(
        isSilent,
        () -> "was told that it was released, " + millis(turn.releaseCalled() - lost)
            + " ms after somebody else had got it");
  }

  /** Surely, and once: a second request does not know what the first one has done. */
  private boolean hasAskedTheServer(Call call, Turn turn, List<Call> calls) {
    return evidence.terms().isReachable()
        && turn.releaseAnswered() - turn.releaseCalled()
            < evidence.terms().lease().toNanos() / 4
        && calls.stream()
            .noneMatch(other -> !other.equals(call)
                && other.process().equals(call.process())
                && other.called() <= turn.releaseAnswered()
                && other.answered() >= turn.releaseCalled());
  }

  private Optional<String> untold(Call call, Turn turn, long lost) {
    Knowledge knowledge = turn.knowledge();
    if (!evidence.terms().tells() || !knowledge.hasLooked()) {
      return Optional.empty();
    }
    long known = Math.min(
        knowledge.foundLost(), turn.end() == End.LOST ? turn.releaseAnswered() : Call.NEVER);
    long due = known == Call.NEVER ? Call.NEVER : slack(call, known);
    if (lost != Call.NEVER) { // who stands still tells nobody
      long awake =
          evidence.history().stalls().awakeAfter(call.process(), lost, due(call, lost) - lost);
      due = turn.releaseCalled() > awake ? Math.min(due, awake) : due;
    }
    long lastSeen = evidence.history().lastSeen().getOrDefault(call.process(), Call.NEVER);
    return when(
        due < Call.NEVER && due < lastSeen && knowledge.told() > due,
        () -> "was lost, and the library did not say so in time");
  }

  /** While the server keeps its data, nothing is lost before the holder's own deadline. */
  private Optional<String> falseAlarm(Knowledge knowledge) {
    boolean isFalse = !evidence.terms().losesData()
        && knowledge.reason().equals("RENEWAL_REFUSED")
        && knowledge.lastHeld() < knowledge.told()
        && knowledge.told() < knowledge.deadline();
    return when(
        isFalse,
        () -> "was told that it was lost, " + millis(knowledge.deadline() - knowledge.told())
            + " ms before its deadline");
  }

  /** When a holder that lost its lock then must know it. */
  private long due(Call call, long lost) {
    long lease = evidence.terms().lease().toNanos();
    long fixed = evidence.terms().fixed().toNanos();
    boolean isFixed = call.form() == Form.FIXED;
    long deadline = lost + (isFixed ? fixed : lease);
    if (isFixed || !evidence.terms().isReachable()) {
      return deadline + SLACK_NANOS;
    }
    return Math.min(slack(call, lost + lease / 3), deadline + SLACK_NANOS);
  }

  private long slack(Call call, long nanos) {
    return evidence.history().stalls().awakeAfter(call.process(), nanos, SLACK_NANOS);
  }

  private static Optional<String> when(boolean isBroken, java.util.function.Supplier<String> what) {
    return isBroken ? Optional.of(what.get()) : Optional.empty();
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
