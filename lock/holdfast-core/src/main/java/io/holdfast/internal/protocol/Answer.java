package io.holdfast.internal.protocol;

/** What came of a request. Granted, refused and unknown are never mixed up. */
public sealed interface Answer {

  /**
   * The lock is ours.
   *
   * @param stamp the tenure's stamp
   * @param sentNanos when the request was sent: the lease is counted from then
   * @param repeated whether another copy of the same request may still be on its way
   * @param acknowledged how many replicas have acknowledged it; 0 if none was asked
   */
  record Granted(long stamp, long sentNanos, boolean repeated, int acknowledged)
      implements Answer {}

  /**
   * The lock is ours, but fewer replicas have acknowledged it than were to: it must be given back.
   *
   * @param shortage what was missing, in words
   */
  record Unacknowledged(Granted grant, Shortage shortage) implements Answer {}

  /**
   * Somebody else has it.
   *
   * @param remainingMillis what remains of the other's lease; negative if it has no end
   * @param repeated whether another copy of the same request may still be on its way
   */
  record Refused(long remainingMillis, boolean repeated) implements Answer {}

  /**
   * The request reached the server after we no longer wanted it; nothing was done.
   *
   * @param time what the reply shows about the server's clock
   */
  record Late(ServerTime time) implements Answer {}

  /**
   * The lease was prolonged.
   *
   * @param sentNanos when the request was sent: the lease is counted from then
   * @param repeated whether another copy of the same request may still be on its way
   */
  record Renewed(long sentNanos, boolean repeated) implements Answer {}

  /**
   * The lock was ours and is free now.
   *
   * @param wasHeard whether the release was published
   * @param wasRetried whether it took more than one try, so that later requests may have overtaken it
   */
  record Released(boolean wasHeard, boolean wasRetried) implements Answer {}

  /**
   * The lock was not ours (any more).
   *
   * @param repeated whether an earlier copy of the same request may be the reason
   */
  record NotHeld(boolean repeated) implements Answer {}

  /**
   * No answer: perhaps done, perhaps not, perhaps later.
   *
   * @param cause what the gateway says
   * @param wasSent false if it surely never left this process
   */
  record Unknown(RuntimeException cause, boolean wasSent) implements Answer {}

  /**
   * An error reply: surely not done.
   *
   * @param cause for the caller, with the way out
   * @param isPassing whether trying again may help
   */
  record Failed(RuntimeException cause, boolean isPassing) implements Answer {}
}
