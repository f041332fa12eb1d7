package io.holdfast.lettuce;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.concurrent.CompletableFuture;

/**
 * A script call that replicas are to acknowledge, from the engine's request to its answer. Fails with {@link
 * ErrorReplyException} or {@link NoReplyException} only.
 */
final class AcknowledgedCall extends CompletableFuture<ScriptReply> {

  private final ScriptCall call;
  private volatile boolean isSent;
  private boolean isAsking; // this and the next: by whoever has the call at that moment
  private int redirects;

  AcknowledgedCall(ScriptCall call) {
    this.call = call;
  }

  ScriptCall call() {
    return call;
  }

  /** How often it was sent on to another node. */
  int redirects() {
    return redirects;
  }

  /** Another node has its key; {@code asking} if only for now. */
  void redirected(boolean asking) {
    redirects++;
    isAsking = asking;
    isSent = false; // an error reply: nothing was done
  }

  boolean isAsking() {
    return isAsking;
  }

  /** From here on it may be carried out. */
  void sending() {
    isSent = true;
  }

  void giveUp(String reason) {
    completeExceptionally(new NoReplyException(reason, isSent, null));
  }
}
