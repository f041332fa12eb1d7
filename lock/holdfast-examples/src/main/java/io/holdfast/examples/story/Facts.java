package io.holdfast.examples.story;

import io.holdfast.examples.story.Event.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was seen, by the actors, by the store and from outside: all that the checks go by.
 *
 * @param events what the actors said
 * @param turns how many writes the store should have accepted
 * @param value the store's counter at the end
 * @param writes the writes the store accepted, in its order
 * @param killed the act of the killed holder
 * @param pausedToken the token of the paused holder
 * @param resumedAt when it was let go on
 * @param leftOnServer keys, channels and connections that should not be there at the end
 * @param processesLeft process ids that should not be there at the end
 */
record Facts(
    List<Event> events,
    int turns,
    long value,
    List<Write> writes,
    Succession killed,
    long pausedToken,
    Duration resumedAt,
    List<String> leftOnServer,
    List<Long> processesLeft) {

  /**
   * A write the store accepted.
   *
   * @param token the token presented
   * @param value the value written
   */
  record Write(long token, long value) {

    static Write of(String text) {
      String[] parts = text.split(" ", 2);
      return new Write(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }
  }

  /**
   * How the lock of a killed holder passed on.
   *
   * @param wasOnServer whether the server still had the lock after the kill
   * @param leaseOverAt when the lease ran out on the server
   * @param next when the next holder had the lock; empty if nobody got it
   */
  record Succession(boolean wasOnServer, Duration leaseOverAt, Optional<Duration> next) {}

  /** What the paused holder said of that kind, about the lease it lost. */
  Optional<Event> ofPaused(Kind kind) {
    return events.stream()
        .filter(event -> event.kind() == kind && event.token() == pausedToken)
        .findFirst();
  }
}
