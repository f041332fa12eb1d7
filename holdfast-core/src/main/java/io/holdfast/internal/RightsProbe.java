package io.holdfast.internal;

import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.internal.protocol.Protocol;
import io.holdfast.internal.protocol.ServerErrors;
import io.holdfast.spi.ErrorReplyException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries at connect what the scripts will need, so that missing rights show at start-up and not at night. */
final class RightsProbe {

  private static final Logger log = LoggerFactory.getLogger(RightsProbe.class);

  private RightsProbe() {}

  static void run(Protocol protocol) {
    List<?> failures;
    try {
      protocol.learnTime().toCompletableFuture().join();
      failures = protocol
          .probe("holdfast:probe:{" + UUID.randomUUID() + "}")
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (!(cause instanceof ErrorReplyException)) {
        throw new LockUnavailableException(
            "the server did not answer at connect (" + cause.getMessage() + ")", cause);
      }
      check("EVAL", String.valueOf(cause.getMessage()));
      return; // denied by name only
    }
    for (int i = 0; i + 1 < failures.size(); i += 2) {
      check(String.valueOf(failures.get(i)), String.valueOf(failures.get(i + 1)));
    }
  }

  private static void check(String command, String error) {
    if (error.contains("channel")) {
      log.warn(
          "this user may not publish to every channel ('{}'): without rights to redisson_lock__channel:*"
              + " waiters are woken only when a lease is over",
          error);
      return;
    }
    if (error.contains("key")) {
      // The rights are limited to certain names, which is fine: the probe's name need not be one of
      // them.
      log.debug("not probed, because rights are limited by name: {} ({})", command, error);
      return;
    }
    if (error.contains("READONLY")) {
      throw new ServerErrorException(
          "the server is a read-only replica ('" + error
              + "'): connect to the primary, or by sentinel",
          null);
    }
    ErrorReplyException reply = new ErrorReplyException(error);
    if (ServerErrors.isPassing(reply)) {
      throw new LockUnavailableException("the server is not ready ('" + error + "')", reply);
    }
    throw new ServerErrorException(
        "the server does not let us use " + command + " ('" + error
            + "'): a lock needs EVAL, EVALSHA, TIME, PTTL, HGET, HSET, HDEL, HVALS, HEXISTS, PEXPIRE, PUBLISH and"
            + " SUBSCRIBE; see docs/operations.md",
        null);
  }
}
