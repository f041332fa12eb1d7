package io.holdfast.verification.history;

import io.holdfast.verification.history.Call.Knowledge;
import io.holdfast.verification.history.Call.Reentry;
import io.holdfast.verification.history.Call.Turn;
import io.holdfast.verification.history.Stalls.Stall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes calls from the lines of one {@link Journal}. Not thread-safe. */
final class JournalReader {

  private final String process;
  private final Map<Long, Draft> drafts = new LinkedHashMap<>();
  private final List<String> leftovers = new ArrayList<>();
  private final List<Stall> stalls = new ArrayList<>();
  private long lastSeen = Long.MIN_VALUE;

  JournalReader(String process) {
    this.process = process;
  }

  void read(String line) {
    String[] word = line.split(" ", -1);
    long id = Long.parseLong(word[1]);
    long nanos = Long.parseLong(word[2]);
    lastSeen = Math.max(lastSeen, nanos);
    if (word[0].equals("pulse")) {
      beat(Long.parseLong(word[3]), nanos);
      return;
    }
    if (word[0].equals("call")) {
      drafts.put(
          id, new Draft(id, nanos, Integer.parseInt(word[3]), word[4], Form.valueOf(word[5])));
      return;
    }
    if (word[0].equals("leftover")) {
      leftovers.add(process + ": " + line.split(" ", 4)[3]);
      return;
    }
    Draft draft = drafts.get(id);
    if (draft == null) {
      throw new IllegalArgumentException(process + ": no call for '" + line + "'");
    }
    switch (word[0]) {
      case "answer" ->
        draft.answered(nanos, RecordedAnswer.valueOf(word[3]), Long.parseLong(word[4]));
      case "held" -> draft.held(nanos, Long.parseLong(word[3]));
      case "lost" -> draft.lost(nanos, Boolean.parseBoolean(word[3]));
      case "told" -> draft.told(nanos, word[3]);
      case "release" -> draft.releaseCalled = nanos;
      case "released" -> draft.released(nanos, End.valueOf(word[3]));
      case "enter" -> draft.enterCalled = nanos;
      case "entered" -> draft.entered(nanos, Long.parseLong(word[3]));
      case "leave" -> draft.leaveCalled = nanos;
      case "left" -> draft.left(nanos, End.valueOf(word[3]));
      default -> throw new IllegalArgumentException(process + ": unknown line '" + line + "'");
    }
  }

  List<Call> calls() {
    return drafts.values().stream().map(draft -> draft.call(process)).toList();
  }

  List<String> leftovers() {
    return leftovers;
  }

  List<Stall> stalls() {
    return stalls;
  }

  /** The time of the last line. */
  long lastSeen() {
    return lastSeen;
  }

  private void beat(long last, long now) {
    if (now - last > Pulse.STALL_NANOS) {
      stalls.add(new Stall(process, last, now));
    }
  }

  /** A call as far as it was written down. */
  private static final class Draft {

    private final long id;
    private final long called;
    private final int thread;
    private final String lock;
    private final Form form;
    private long answered = Call.NEVER;
    private RecordedAnswer answer = RecordedAnswer.UNKNOWN;
    private long token;
    private boolean hasLooked;
    private long heldAt = Call.NEVER;
    private long deadline = Call.NEVER;
    private long lostAt = Call.NEVER;
    private boolean lostByDeadline;
    private long lastHeld = Call.NEVER;
    private long toldAt = Call.NEVER;
    private String reason = "";
    private long releaseCalled = Call.NEVER;
    private long releaseAnswered = Call.NEVER;
    private End end = End.OPEN;
    private long enterCalled = Call.NEVER;
    private long entered = Call.NEVER;
    private long innerToken;
    private long leaveCalled = Call.NEVER;
    private long left = Call.NEVER;
    private End innerEnd = End.OPEN;

    Draft(long id, long called, int thread, String lock, Form form) {
      this.id = id;
      this.called = called;
      this.thread = thread;
      this.lock = lock;
      this.form = form;
    }

    void answered(long nanos, RecordedAnswer given, long givenToken) {
      answered = nanos;
      answer = given;
      token = givenToken;
      heldAt = nanos;
      deadline = nanos; // until the holder has looked at its own
    }

    void held(long nanos, long until) {
      hasLooked = true;
      lastHeld = nanos;
      heldAt = Math.max(heldAt, nanos);
      deadline = until;
    }

    void told(long nanos, String why) {
      toldAt = nanos;
      reason = why;
    }

    void lost(long nanos, boolean byDeadline) {
      lostAt = Math.min(lostAt, nanos);
      lostByDeadline = byDeadline;
    }

    void released(long nanos, End how) {
      releaseAnswered = nanos;
      end = how;
    }

    void entered(long nanos, long seen) {
      entered = nanos;
      innerToken = seen;
    }

    void left(long nanos, End how) {
      left = nanos;
      innerEnd = how;
    }

    /** Never later than the truth: an overlap of what was believed is one indeed. */
    private long believedUntil() {
      if (!hasLooked) {
        return called; // its lease may have been over before the answer arrived
      }
      if (lostAt != Call.NEVER) {
        return lostByDeadline ? Math.min(deadline, lostAt) : heldAt;
      }
      return releaseCalled == Call.NEVER ? heldAt : Math.min(deadline, releaseCalled);
    }

    Call call(String process) {
      Optional<Turn> turn = answer == RecordedAnswer.GRANTED
          ? Optional.of(
              new Turn(believedUntil(), releaseCalled, releaseAnswered, end, inner(), knowledge()))
          : Optional.empty();
      return new Call(process, thread, id, lock, form, called, answered, answer, token, turn);
    }

    private Knowledge knowledge() {
      return new Knowledge(lastHeld, deadline, lostAt, toldAt, reason);
    }

    private Optional<Reentry> inner() {
      return entered == Call.NEVER
          ? Optional.empty()
          : Optional.of(new Reentry(enterCalled, entered, innerToken, leaveCalled, left, innerEnd));
    }
  }
}
