package io.holdfast.lettuce;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.NoReplyException;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way: for Lettuce the command, for the engine the future. It is one object because
 * it stands on the hot path. Fails with {@link ErrorReplyException} or {@link NoReplyException} only.
 *
 * @param <T> what the reply is turned into
 */
final class PendingCall<T> extends CompletableFuture<T>
    implements RedisCommand<String, String, @Nullable Object> {

  /** Told about error replies, on the I/O thread. */
  interface OnError {

    /** Returns true to take over: the call then stays open, and the taker completes it. */
    boolean takes(PendingCall<?> call, String error);
  }

  private final Request request;
  private final Function<@Nullable Object, T> reading;
  private final OnError onError;
  private CommandOutput<String, String, @Nullable Object> output = new ReplyOutput();
  private @Nullable CommandLink link;
  private @Nullable StatefulRedisConnection<String, String> connection;
  private long sentNanos;
  private int redirects;

  PendingCall(Request request, Function<@Nullable Object, T> reading, OnError onError) {
    this.request = request;
    this.reading = reading;
    this.onError = onError;
  }

  /** A script; the reply as it is. Never repeated: see {@link Link}. */
  static PendingCall<ScriptReply> script(ScriptCall call, OnError onError) {
    return script(Request.script(call), onError);
  }

  /** As above, encoded already. */
  static PendingCall<ScriptReply> script(Request script, OnError onError) {
    return new PendingCall<>(script, PendingCall::unrepeated, onError);
  }

  private static ScriptReply unrepeated(@Nullable Object value) {
    return new ScriptReply(value, false);
  }

  long sentNanos() {
    return sentNanos;
  }

  /** How often it was sent on to another node. */
  int redirects() {
    return redirects;
  }

  /** Before it is handed to Lettuce. */
  void sentOver(CommandLink link, StatefulRedisConnection<String, String> connection, long nanos) {
    this.link = link;
    this.connection = connection;
    this.sentNanos = nanos;
  }

  /** Whether its link still has the connection that it was sent over. */
  boolean isOverTheCurrentConnection() {
    CommandLink from = link;
    return from != null && from.current() == connection;
  }

  /** The same command again, for another node; its outcome becomes the outcome of this call. */
  @SuppressWarnings("FutureReturnValueIgnored") // handled inside
  PendingCall<T> again() {
    PendingCall<T> next = new PendingCall<>(request, reading, onError);
    next.redirects = redirects + 1;
    next.whenComplete((value, failure) -> {
      if (failure != null) {
        completeExceptionally(failure);
      } else {
        finish(value);
      }
    });
    return next;
  }

  @Override
  public void complete() {
    CommandLink from = link;
    if (from != null) {
      from.replied(this);
    }
    if (output.hasError()) {
      String error = ServerErrors.unwrapped(output.getError());
      if (!isDone() && !onError.takes(this, error)) {
        completeExceptionally(new ErrorReplyException(error));
      }
      return;
    }
    try {
      finish(reading.apply(output.get()));
    } catch (RuntimeException e) {
      completeExceptionally(new ErrorReplyException("ERR unexpected reply: " + output.get()));
    }
  }

  private void finish(T value) {
    complete(value);
    forget();
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean first = super.completeExceptionally(
        failure instanceof ErrorReplyException || failure instanceof NoReplyException
            ? failure
            : new NoReplyException(
                "no reply: " + failure.getMessage(), !isRefusal(failure), failure));
    forget();
    return first;
  }

  /** Lettuce rejects a command before it is written with exactly these words. */
  private static boolean isRefusal(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return message.startsWith("Currently not connected") || message.equals("Connection is closed");
  }

  private void forget() {
    CommandLink from = link;
    if (from != null) {
      from.forget(this);
    }
  }

  @Override
  public void cancel() {
    completeExceptionally(new NoReplyException("no reply: connection closed", true, null));
  }

  @Override
  public CommandOutput<String, String, @Nullable Object> getOutput() {
    return output;
  }

  @Override
  public void setOutput(CommandOutput<String, String, @Nullable Object> output) {
    this.output = output;
  }

  @Override
  public @Nullable CommandArgs<String, String> getArgs() {
    return null;
  }

  @Override
  public ProtocolKeyword getType() {
    return request.type();
  }

  @Override
  public void encode(ByteBuf buffer) {
    request.encode(buffer);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
