package io.holdfast.examples.story;

import io.holdfast.examples.story.Event.Kind;
import io.holdfast.examples.story.Facts.Write;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Compares what was seen with what was promised. */
final class Checks {

  private final Facts facts;
  private final Duration patience;

  /** Allows {@code patience} for a wake-up, or for telling a loss. */
  Checks(Facts facts, Duration patience) {
    this.facts = facts;
    this.patience = patience;
  }

  List<Check> all() {
    return List.of(
        nothingUnexpected(),
        everyTurnTaken(),
        noLostUpdate(),
        tokensGrow(),
        killedHolderIsSucceeded(),
        toldByLost(),
        toldByException(),
        staleWriteRefused(),
        nothingLeftOnServer(),
        noProcessLeft());
  }

  private Check nothingUnexpected() {
    List<String> failures = facts.events().stream()
        .filter(event -> event.kind() == Kind.FAILED)
        .map(event -> event.who() + " " + event.text())
        .toList();
    return new Check("nobody failed", failures.isEmpty(), String.join("; ", failures));
  }

  private Check everyTurnTaken() {
    int accepted = facts.writes().size();
    return new Check(
        "every turn was taken, none twice",
        accepted == facts.turns(),
        accepted + " writes accepted, " + facts.turns() + " turns");
  }

  private Check noLostUpdate() {
    int accepted = facts.writes().size();
    return new Check(
        "no update lost by read, add one, write",
        facts.value() == accepted,
        "counter " + facts.value() + " after " + accepted + " accepted increments");
  }

  private Check tokensGrow() {
    List<Long> tokens = facts.writes().stream().map(Write::token).toList();
    long steps = IntStream.range(1, tokens.size())
        .filter(i -> tokens.get(i) > tokens.get(i - 1))
        .count();
    return new Check(
        "tokens grew with every write the store accepted",
        !tokens.isEmpty() && steps == tokens.size() - 1,
        steps + " of " + Math.max(0, tokens.size() - 1) + " steps upwards");
  }

  private Check killedHolderIsSucceeded() {
    String promise = "killed holder: next when its lease ran out, not before";
    Optional<Duration> next = facts.killed().next();
    if (!facts.killed().wasOnServer()) {
      return new Check(promise, false, "the server did not know the lock");
    }
    if (next.isEmpty()) {
      return new Check(promise, false, "nobody got the lock");
    }
    Duration late = next.get().minus(facts.killed().leaseOverAt());
    return new Check(
        promise,
        !late.isNegative() && late.compareTo(patience) <= 0,
        late.isNegative()
            ? late.negated().toMillis() + " ms before its end"
            : late.toMillis() + " ms after its end");
  }

  private Check toldByLost() {
    return soonAfterResume("paused holder was told by lost()", Kind.LOST);
  }

  private Check toldByException() {
    return soonAfterResume("paused holder was told by LeaseLostException", Kind.STOPPED);
  }

  private Check soonAfterResume(String promise, Kind kind) {
    Optional<Event> told = facts.ofPaused(kind);
    if (told.isEmpty()) {
      return new Check(promise, false, "it was not");
    }
    Duration after = told.get().at().minus(facts.resumedAt());
    return new Check(
        promise,
        !after.isNegative() && after.compareTo(patience) <= 0,
        after.isNegative()
            ? "before it was resumed"
            : after.toMillis() + " ms after it was resumed");
  }

  private Check staleWriteRefused() {
    boolean refused = facts.ofPaused(Kind.REFUSED).isPresent();
    boolean accepted =
        facts.writes().stream().anyMatch(write -> write.token() == facts.pausedToken());
    return new Check(
        "its stale write was refused by the store",
        refused && !accepted,
        refused && !accepted ? "" : "the store took it");
  }

  private Check nothingLeftOnServer() {
    return new Check(
        "nothing left on the server: key, channel, connection",
        facts.leftOnServer().isEmpty(),
        String.join(", ", facts.leftOnServer()));
  }

  private Check noProcessLeft() {
    return new Check(
        "no process left",
        facts.processesLeft().isEmpty(),
        facts.processesLeft().isEmpty() ? "" : "left: " + facts.processesLeft());
  }
}
