package io.holdfast.internal;

import io.holdfast.HoldfastClosedException;
import io.holdfast.LeaseLostException;
import io.holdfast.LockUnavailableException;
import io.holdfast.NotAcknowledgedException;
import io.holdfast.ServerErrorException;

/**
 * What failed, as a blocking call throws it: of the same type, with the same words and content, but with the trace of
 * the calling thread, so that the call can be found in a log. What the engine made, on a thread of its own and perhaps
 * for several callers, is the cause.
 */
public final class OwnTrace {

  private OwnTrace() {}

  /** To be thrown by the calling thread, which is the one that calls this. */
  public static RuntimeException of(RuntimeException failure) {
    String words = String.valueOf(failure.getMessage());
    if (failure instanceof LockUnavailableException unknown) {
      return new LockUnavailableException(unknown.lockName().orElse(null), words, unknown);
    }
    if (failure instanceof ServerErrorException error) {
      return new ServerErrorException(error.lockName().orElse(null), words, error);
    }
    if (failure instanceof NotAcknowledgedException few) {
      String name = few.lockName().orElseThrow();
      return new NotAcknowledgedException(name, words, few.acknowledged(), few.wanted(), few);
    }
    if (failure instanceof HoldfastClosedException closed) {
      return new HoldfastClosedException(closed.lockName().orElse(null), words, closed);
    }
    if (failure instanceof LeaseLostException lost) {
      return new LeaseLostException(lost.loss(), lost);
    }
    if (failure.getClass() == IllegalMonitorStateException.class) {
      IllegalMonitorStateException notHeld = new IllegalMonitorStateException(words);
      notHeld.initCause(failure);
      return notHeld;
    }
    return failure; // none that a caller is to see
  }
}
