package io.holdfast.verification.sabotage;

import java.util.Arrays;
import java.util.Locale;

/** What is wrong with a {@link SabotagedSubject}. */
public enum Flaw {
  /** Nothing: the same lock without a planted bug, which every checker must let pass. */
  NONE,
  /** The release deletes the lock, whoever has it. */
  RELEASE_WITHOUT_COMPARE,
  /** The holder's clock starts when the answer arrives, not when the request was sent. */
  DEADLINE_FROM_REPLY,
  /** The holder's deadline moves on, but no renewal is sent. */
  NO_RENEWAL,
  /** A renewal that finds no lock takes it again; the holder looks at no clock and is told nothing. */
  RENEWAL_REACQUIRES,
  /** Every grant has the same token. */
  TOKEN_REUSED,
  /** A waiter is woken by releases in its own process only. */
  LOST_WAKE_UP,
  /** A waiter sleeps for what the holder has left, and asks no sooner when it could not hear for a while. */
  SLEEPS_THROUGH_RECONNECT,
  /** The release is confirmed and never sent. */
  RELEASE_NEVER_SENT,
  /** Now and then the lock is granted without asking. */
  GRANT_WITHOUT_ASKING,
  /** A lost answer is reported as a refusal. */
  UNKNOWN_AS_REFUSED,
  /** The inner release of a re-entrant hold frees the lock. */
  INNER_RELEASE_FREES,
  /** The lock is renewed after its release, as long as the process lives. */
  RENEWAL_OUTLIVES_HOLDER,
  /** The lock has no expiry. */
  NO_EXPIRY,
  /** A holder whose renewal is refused is not told, and its deadline moves on. */
  LOSS_NEVER_TOLD,
  /** A holder is told of its loss when a whole lease has passed. */
  TOLD_A_LEASE_LATE,
  /** The release of a lock that was lost is confirmed. */
  LOST_AS_RELEASED,
  /** The thread that renews is never stopped. */
  THREAD_LEFT,
  /** The connections are never closed. */
  CONNECTION_LEFT;

  /** As used on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The flaw of that label.
   *
   * @throws IllegalArgumentException naming it
   */
  public static Flaw of(String label) {
    return Arrays.stream(values())
        .filter(flaw -> flaw.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no flaw '" + label + "'"));
  }
}
