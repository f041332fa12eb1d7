package io.holdfast.internal;

import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.protocol.ServerErrors;
import io.holdfast.spi.ErrorReplyException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries at connect what the scripts will need, so that missing rights show at start-up and not at night. */
final class RightsProbe {

  private static final Logger log = LoggerFactory.getLogger(RightsProbe.class);

  private RightsProbe() {}

  static void run(Protocol protocol) {
    String key = "holdfast:probe:{" + UUID.randomUUID() + "}";
    ask("TIME", protocol.learnTime());
    List<?> failures = ask("EVAL", protocol.probe(key, false));
    for (int i = 0; failures != null && i + 1 < failures.size(); i += 2) {
      check(String.valueOf(failures.get(i)), String.valueOf(failures.get(i + 1)));
    }
    ask("EVALSHA", protocol.probe(key, true));
  }

  /** The answer; null if it was denied for this name only. */
  private static <T extends @Nullable Object> @Nullable T ask(
      String command, CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (!(cause instanceof ErrorReplyException)) {
        throw new LockUnavailableException(
            "the server did not answer at connect (" + cause.getMessage() + ")", cause);
      }
      check(command, String.valueOf(cause.getMessage()));
      return null;
    }
  }

  private static void check(String command, String error) {
    if (error.startsWith("NOSCRIPT")) {
      return; // allowed, which is all we wanted to know
    }
    ErrorReplyException reply = new ErrorReplyException(error);
    if (ServerErrors.isDeniedByName(reply)) {
      deniedByName(command, error);
      return;
    }
    if (error.contains("READONLY")) {
      throw new ServerErrorException(
          "the server is a read-only replica ('" + error
              + "'): connect to the primary, or by sentinel",
          null);
    }
    if (ServerErrors.isPassing(reply)) {
      throw new LockUnavailableException("the server is not ready ('" + error + "')", reply);
    }
    throw new ServerErrorException(
        "the server does not let us use " + command + " ('" + error
            + "'): a lock needs EVAL, EVALSHA, TIME, PTTL, HGET, HSET, HDEL, HGETALL, HEXISTS, PEXPIRE, PUBLISH and"
            + " SUBSCRIBE; see docs/operations.md",
        null);
  }

  /** The rights are limited to certain names, which is fine: the probe's name need not be one of them. */
  private static void deniedByName(String command, String error) {
    if (error.contains("channel")) {
      log.warn(
          "this user may not publish to every channel ('{}'): without rights to redisson_lock__channel:*"
              + " waiters are woken only when a lease is over",
          error);
    } else {
      log.debug("not probed, because rights are limited by name: {} ({})", command, error);
    }
  }
}
