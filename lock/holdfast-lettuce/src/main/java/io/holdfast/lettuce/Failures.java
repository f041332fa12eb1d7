package io.holdfast.lettuce;

import io.holdfast.LockUnavailableException;
import io.holdfast.ServerErrorException;
import io.holdfast.spi.ErrorReplyException;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What went wrong, in words that help: for messages and for the exceptions thrown at connect. */
final class Failures {

  private Failures() {}

  /** The server's error message, if it answered with one. */
  static @Nullable String errorReply(@Nullable Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof RedisCommandExecutionException || t instanceof ErrorReplyException) {
        return String.valueOf(t.getMessage());
      }
    }
    return null;
  }

  static boolean isErrorReply(@Nullable Throwable failure) {
    return errorReply(failure) != null;
  }

  /** The innermost message: Lettuce wraps what matters. */
  static String describe(@Nullable Throwable failure) {
    String text = "unknown failure";
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t.getMessage() != null && !(t instanceof CompletionException)) {
        text = t.getMessage();
      } else if (t.getCause() == null) {
        text = t.getClass().getSimpleName();
      }
    }
    return text;
  }

  static CompletionException asCompletion(@Nullable Throwable failure) {
    return failure instanceof CompletionException already
        ? already
        : new CompletionException(failure);
  }

  /** Of two addresses that failed, the failure that says more: an answer says more than silence. */
  static Throwable worse(Throwable one, Throwable other) {
    return isErrorReply(one) || (isNotPrimary(one) && !isErrorReply(other)) ? one : other;
  }

  static boolean isNotPrimary(@Nullable Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof NotPrimaryException) {
        return true;
      }
    }
    return false;
  }

  /** Whether the connection ended before Lettuce was ready to hear why. */
  static boolean isUnspoken(Throwable failure) {
    return describe(failure).contains("RedisHandshakeHandler not registered");
  }

  /** The exception for a failed connect. */
  static RuntimeException atConnect(Target target, Throwable failure) {
    String where = target.display();
    String error = errorReply(failure);
    if (error != null) {
      return refused(target, where, error, failure);
    }
    if (isNotPrimary(failure)) {
      return notPrimary(target, where, failure);
    }
    if (describe(failure).contains("using sentinel for masterId")) {
      return new ServerErrorException(
          "the sentinels of " + where + " know no primary named '" + target.primaryName()
              + "': check the name after '#' and 'sentinel monitor' in their configuration",
          failure);
    }
    return new LockUnavailableException(
        "cannot reach " + where + ": " + describe(failure), failure);
  }

  private static RuntimeException refused(
      Target target, String where, String error, Throwable failure) {
    String code = new ErrorReplyException(error).code();
    return switch (code) {
      case "WRONGPASS", "NOAUTH", "NOPERM" ->
        new ServerErrorException(
            where + " refused user '" + target.user() + "': " + error
                + "; check user and password in the URI and the user's rights (ACL LIST)",
            failure);
      case "LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN" ->
        new LockUnavailableException(where + " is not ready: " + error, failure);
      default -> {
        if (error.contains("cluster support disabled")) {
          yield new ServerErrorException(
              where + " is not a cluster: use redis://host:port", failure);
        }
        if (error.contains("invalid password") || error.contains("AUTH")) {
          yield new ServerErrorException(
              where + " refused user '" + target.user() + "': " + error
                  + "; check the password in the URI",
              failure);
        }
        yield new ServerErrorException(where + " refused us: " + error, failure);
      }
    };
  }

  private static RuntimeException notPrimary(Target target, String where, Throwable failure) {
    return switch (target.form()) {
      case SERVER ->
        new ServerErrorException(
            where + " is a read-only replica: connect to its primary, or give all servers as"
                + " redis-replicas://host:port,host:port or the sentinels as redis-sentinel://…",
            failure);
      case REPLICAS ->
        new LockUnavailableException("no server of " + where + " is a primary", failure);
      default ->
        new LockUnavailableException(
            where + " names a server as primary that is a replica; is a failover under way?",
            failure);
    };
  }
}
