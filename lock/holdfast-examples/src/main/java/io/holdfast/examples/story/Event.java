package io.holdfast.examples.story;

import java.time.Duration;
import java.time.Instant;

/**
 * Something an actor said; between the processes a line {@code KIND token instant text}.
 *
 * @param at when the actor said it, since the start
 * @param who the actor
 * @param kind what happened
 * @param token the actor's token, 0 for none
 * @param text the same in words
 */
record Event(Duration at, String who, Kind kind, long token, String text) {

  /** What can happen to an actor. */
  enum Kind {
    /** Its process is up and connected. */
    READY,
    /** It waits for the lock from now on. */
    ASKS,
    /** It has the lock and has read the store. */
    GOT,
    /** The store took its write. */
    WROTE,
    /** It wants to finish the work it began before its pause. */
    GOES_ON,
    /** {@code lost()} told it that its lease is lost. */
    LOST,
    /** A check told it by {@link io.holdfast.LeaseLostException}. */
    STOPPED,
    /** The store refused its token. */
    REFUSED,
    /** It closed its client and ends. */
    LEAVES,
    /** Something that is not in the story. */
    FAILED
  }

  static String toLine(Kind kind, long token, String text) {
    return kind + " " + token + " " + Instant.now() + " " + text.replace('\n', ' ');
  }

  static Event ofLine(Instant start, String who, String line) {
    String[] parts = line.split(" ", 4);
    if (parts.length != 4) {
      throw new IllegalArgumentException(who + " said something unexpected: '" + line + "'");
    }
    Duration at = Duration.between(start, Instant.parse(parts[2]));
    return new Event(at, who, Kind.valueOf(parts[0]), Long.parseLong(parts[1]), parts[3]);
  }
}
