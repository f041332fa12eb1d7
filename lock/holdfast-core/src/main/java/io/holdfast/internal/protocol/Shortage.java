package io.holdfast.internal.protocol;

import io.holdfast.NotAcknowledgedException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import org.jspecify.annotations.Nullable;

/**
 * A grant that fewer replicas acknowledged than were to.
 *
 * @param reason why it is not known how many did; null if it is
 */
public record Shortage(
    String lockName,
    int acknowledged,
    int wanted,
    long waitMillis,
    @Nullable String reason) {

  /** Null if there is none. */
  static @Nullable Shortage of(String lockName, ScriptCall call, ScriptReply reply) {
    return reply.acknowledged() >= call.replicas()
        ? null
        : new Shortage(
            lockName, reply.acknowledged(), call.replicas(), call.waitMillis(), reply.shortage());
  }

  /** For a caller that does not wait for the end of it. */
  public NotAcknowledgedException beforeRelease() {
    return failure("; it is being released, and ends with its lease at the latest");
  }

  /**
   * For the caller.
   *
   * @param released what came of giving the lock back
   */
  public NotAcknowledgedException afterRelease(Answer released) {
    boolean isFree = released instanceof Answer.Released || released instanceof Answer.NotHeld;
    String ending = isFree
        ? "; it was released again"
        : "; it is not held, but its release was not answered: it ends with its lease at the latest";
    return failure(ending);
  }

  private NotAcknowledgedException failure(String ending) {
    return new NotAcknowledgedException(
        lockName,
        "lock '" + lockName + "' was granted, but " + words() + ending,
        acknowledged,
        wanted,
        null);
  }

  private String words() {
    if (reason == null) {
      return "acknowledged by " + acknowledged + " of " + wanted + " replicas within " + waitMillis
          + " ms (see INFO replication of its primary: connected_slaves, and the lag of each)";
    }
    String advice = reason.startsWith("NOPERM") ? ": give this user the right to WAIT" : "";
    return "whether " + wanted + " replicas have acknowledged it is not known (" + reason + advice
        + ")";
  }
}
