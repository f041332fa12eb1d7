package io.holdfast.verification.history;

import java.util.Optional;

/**
 * One request for a lock and what came of it. Times are nanoseconds on the machine's monotonic clock;
 * {@link #NEVER} for what did not happen.
 *
 * @param process who asked
 * @param thread the thread in that process
 * @param id unique in the process
 * @param lock the lock's name
 * @param form how it was asked for
 * @param called no later than the request left
 * @param answered no earlier than the answer arrived
 * @param answer the answer
 * @param token the fencing token; 0 if there is none
 * @param turn what the caller then did with the lock; only if granted
 */
public record Call(
    String process,
    int thread,
    long id,
    String lock,
    Form form,
    long called,
    long answered,
    RecordedAnswer answer,
    long token,
    Optional<Turn> turn) {

  /** The time of what did not happen. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Whether the caller got the lock. */
  public boolean isGranted() {
    return answer == RecordedAnswer.GRANTED;
  }

  /** The caller, for messages. */
  public String who() {
    return process + "/" + thread + "#" + id;
  }

  /**
   * The caller's time with the lock.
   *
   * @param believedUntil until when it surely believed, by its own deadline, that the lock was its own
   * @param releaseCalled no later than the release left
   * @param releaseAnswered no earlier than its answer arrived
   * @param end how it ended
   * @param inner a re-entry inside
   * @param knowledge what the holder knew, and when
   */
  public record Turn(
      long believedUntil,
      long releaseCalled,
      long releaseAnswered,
      End end,
      Optional<Reentry> inner,
      Knowledge knowledge) {}

  /**
   * What a holder knew about its hold.
   *
   * @param lastHeld when it last looked and believed that the lock was its own
   * @param deadline what it then took for its deadline
   * @param foundLost when it first looked and found the lock lost
   * @param told when the library told it so, unasked
   * @param reason what the library said
   */
  public record Knowledge(long lastHeld, long deadline, long foundLost, long told, String reason) {

    /** Whether it has looked at all. */
    public boolean hasLooked() {
      return lastHeld != NEVER || foundLost != NEVER;
    }
  }

  /**
   * The lock taken once more by the thread that has it.
   *
   * @param called no later than the call
   * @param answered no earlier than its return
   * @param token the token seen inside; 0 if there is none
   * @param releaseCalled no later than the inner release was called
   * @param releaseAnswered no earlier than it returned
   * @param end how it ended
   */
  public record Reentry(
      long called, long answered, long token, long releaseCalled, long releaseAnswered, End end) {}
}
