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
  private final Request request;
  private boolean isSent; // this and the next: guarded by this
  private boolean isGivenUp;
  private boolean isAsking; // this and the next: by whoever has the call at that moment
  private int redirects;

  AcknowledgedCall(ScriptCall call) {
    this.call = call;
    this.request = Request.script(call);
  }

  ScriptCall call() {
    return call;
  }

  Request request() {
    return request;
  }

  /** How often it was sent on to another node. */
  int redirects() {
    return redirects;
  }

  /** Another node has its key; {@code asking} if only for now. */
  void redirected(boolean asking) {
    redirects++;
    isAsking = asking;
    synchronized (this) {
      isSent = false; // an error reply: nothing was done
    }
  }

  boolean isAsking() {
    return isAsking;
  }

  /** From here on it may be carried out. False if it was given up before: then it must not be. */
  synchronized boolean isToBeSent() {
    isSent = !isGivenUp;
    return isSent;
  }

  void giveUp(String reason) {
    boolean wasSent;
    synchronized (this) {
      isGivenUp = true;
      wasSent = isSent;
    }
    completeExceptionally(new NoReplyException(reason, wasSent, null));
  }
}
