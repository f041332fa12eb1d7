package io.holdfast.internal;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call as it was sent, to be answered by the test. */
public final class PlayedCall {

  private final String kind;
  private final ScriptCall call;
  private final PlayedTicker ticker;
  private final CompletableFuture<ScriptReply> reply = new CompletableFuture<>();

  PlayedCall(String kind, ScriptCall call, PlayedTicker ticker) {
    this.kind = kind;
    this.call = call;
    this.ticker = ticker;
  }

  CompletableFuture<ScriptReply> reply() {
    return reply;
  }

  /** The script's name: acquire, renew, release, yield, force, inspect. */
  public String kind() {
    return kind;
  }

  public ScriptCall call() {
    return call;
  }

  public List<String> names() {
    return call.keys();
  }

  public String name() {
    return call.keys().get(0);
  }

  public String argument(int index) {
    return call.arguments().get(index);
  }

  /** Of an acquire, release or yield. */
  public String holder() {
    return argument(kind.equals("renew") ? 2 : 0);
  }

  public long leaseMillis() {
    int at = kind.equals("acquire") ? 1 : kind.equals("yield") ? 3 : 0;
    return Long.parseLong(argument(at));
  }

  // ---- replies

  public void granted(long stamp) {
    value(kind.equals("yield") ? List.of(1L, stamp) : List.of(1L, stamp, ticker.serverMicros()));
  }

  /** An acquire that so many replicas have acknowledged. */
  public void acknowledged(long stamp, int replicas) {
    answerGranted(stamp, replicas, null);
  }

  /** An acquire of which nobody knows who has acknowledged it. */
  public void acknowledgementUnknown(long stamp, String reason) {
    answerGranted(stamp, 0, reason);
  }

  private void answerGranted(long stamp, int acknowledged, @Nullable String shortage) {
    List<Long> value = List.of(1L, stamp, ticker.serverMicros());
    reply.complete(new ScriptReply(value, false, acknowledged, shortage));
  }

  public void refused(long remainingMillis) {
    value(List.of(0L, remainingMillis, 5L));
  }

  public void late() {
    value(List.of(2L, ticker.serverMicros()));
  }

  public void renewed() {
    Long[] all = new Long[call.keys().size()];
    Arrays.fill(all, 1L);
    value(List.of((Object[]) all));
  }

  /** A release, force or yield that did. */
  public void released() {
    value(kind.equals("yield") ? List.of(2L) : (Object) 1L);
  }

  /** Released, but the publish failed. */
  public void releasedUnheard() {
    value(kind.equals("yield") ? List.of(3L) : (Object) 2L);
  }

  public void notHeld() {
    answer(noneValue(), false);
  }

  /** Not held, perhaps because an earlier copy of this very call ran. */
  public void notHeldRepeated() {
    answer(noneValue(), true);
  }

  private Object noneValue() {
    return kind.equals("renew") || kind.equals("yield") ? List.of(0L) : (Object) 0L;
  }

  public void value(@Nullable Object value) {
    answer(value, false);
  }

  public void answer(@Nullable Object value, boolean repeated) {
    reply.complete(new ScriptReply(value, repeated));
  }

  /** Sent, but no reply. */
  public void unanswered() {
    reply.completeExceptionally(new NoReplyException("no reply within 2 s", true, null));
  }

  /** Never left this process. */
  public void unsent() {
    reply.completeExceptionally(new NoReplyException("not connected", false, null));
  }

  public void error(String message) {
    reply.completeExceptionally(new ErrorReplyException(message));
  }

  @Override
  public String toString() {
    return kind + " " + String.join(",", call.keys());
  }
}
