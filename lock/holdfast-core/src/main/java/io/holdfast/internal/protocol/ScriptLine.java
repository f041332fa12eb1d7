package io.holdfast.internal.protocol;

import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.Gateway;
import io.holdfast.spi.ScriptCall;
import io.holdfast.spi.ScriptReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Sends scripts, each once; and once more in full if the server has forgotten it. Thread-safe. */
final class ScriptLine {

  private final Gateway gateway;

  ScriptLine(Gateway gateway) {
    this.gateway = gateway;
  }

  /** Whatever comes back, an answer goes on: a request without one would block its lock for ever. */
  void send(ScriptCall call, BiConsumer<@Nullable ScriptReply, @Nullable Throwable> then) {
    stage(call).whenComplete((reply, failure) -> {
      if (call.bySha() && hasCode(failure, "NOSCRIPT")) {
        send(call.inFull(), then);
      } else {
        deliver(reply, failure, then);
      }
    });
  }

  CompletionStage<ScriptReply> stage(ScriptCall call) {
    try {
      return gateway.run(call);
    } catch (Throwable e) { // out of memory, or at the end of the caller's stack
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void deliver(
      @Nullable ScriptReply reply,
      @Nullable Throwable failure,
      BiConsumer<@Nullable ScriptReply, @Nullable Throwable> then) {
    try {
      then.accept(reply, failure);
    } catch (RuntimeException e) {
      if (reply == null) {
        throw e;
      }
      then.accept(null, e); // a reply that makes no sense
    }
  }

  static boolean hasCode(@Nullable Throwable failure, String code) {
    return error(failure) instanceof ErrorReplyException reply && reply.code().equals(code);
  }

  /** Inside a script, servers before 7.0 put other words before the code. */
  static boolean isWrongType(@Nullable Throwable failure) {
    return error(failure) instanceof ErrorReplyException reply
        && String.valueOf(reply.getMessage()).contains("WRONGTYPE");
  }

  private static @Nullable Throwable error(@Nullable Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }
}
