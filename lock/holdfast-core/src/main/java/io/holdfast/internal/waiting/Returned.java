package io.holdfast.internal.waiting;

import io.holdfast.LockUnavailableException;
import io.holdfast.internal.protocol.Answer;
import io.holdfast.internal.tenure.HeldLease;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A holder that is to be told what became of its release.
 *
 * @param lastNumber of the requests sent before it
 */
record Returned(HeldLease lease, long lastNumber, Consumer<@Nullable RuntimeException> then) {

  void told(Answer answer, long nowNanos) {
    if (answer instanceof Answer.NotHeld) { // a loss, unless it was over by then
      boolean isOver = nowNanos - lease.tenure().deadlineNanos() >= 0;
      then.accept(isOver ? answeredTooLate() : lease.lostBeforeRelease());
    } else if (answer instanceof Answer.Unknown unknown) {
      then.accept(unknown.cause());
    } else {
      then.accept(answer instanceof Answer.Failed failed ? failed.cause() : null);
    }
  }

  private LockUnavailableException answeredTooLate() {
    return new LockUnavailableException(
        lease.lockName(),
        "lock '" + lease.lockName()
            + "': the answer to its release came after the end of its lease;"
            + " whether it was still held by then is unknown, and it is free now",
        null);
  }
}
