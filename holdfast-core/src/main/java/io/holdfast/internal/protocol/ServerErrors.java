package io.holdfast.internal.protocol;

import io.holdfast.ServerErrorException;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.NoReplyException;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Turns what went wrong into an answer: unknown, failed for now, or failed for good. */
public final class ServerErrors {

  /** Error replies that time cures: starting, failing over, moving slots, busy. */
  private static final Set<String> PASSING = Set.of(
      "LOADING",
      "READONLY",
      "TRYAGAIN",
      "CLUSTERDOWN",
      "MASTERDOWN",
      "BUSY",
      "MOVED",
      "ASK",
      "NOREPLICAS",
      "UNBLOCKED");

  private ServerErrors() {}

  static Answer answer(String lockName, Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    if (cause instanceof NoReplyException noReply) {
      return new Answer.Unknown(noReply, noReply.wasSent());
    }
    if (cause instanceof ErrorReplyException reply) {
      return new Answer.Failed(explained(lockName, reply), PASSING.contains(reply.code()));
    }
    return new Answer.Unknown(
        new IllegalStateException("the gateway failed: " + cause, cause), true);
  }

  /** Whether trying again may help. */
  public static boolean isPassing(ErrorReplyException reply) {
    return PASSING.contains(reply.code());
  }

  static ServerErrorException explained(String lockName, ErrorReplyException reply) {
    return new ServerErrorException("lock '" + lockName + "': " + advice(reply), reply);
  }

  private static String advice(ErrorReplyException reply) {
    String words = "the server answered '" + reply.getMessage() + "'";
    return switch (reply.code()) {
      case "WRONGTYPE" -> words + ": the key is used for something else; choose another lock name";
      case "NOPERM" -> words + ": give this user the rights listed in docs/operations.md";
      case "NOAUTH", "WRONGPASS" -> words + ": check user and password";
      case "OOM" -> words + ": the server is out of memory; raise maxmemory or let it evict";
      default ->
        isDenied(reply)
            ? words + ": give this user the rights listed in docs/operations.md"
            : words;
    };
  }

  /** Servers before 7.0 word a denied command inside a script without a code. */
  private static boolean isDenied(ErrorReplyException reply) {
    return String.valueOf(reply.getMessage()).contains("The user executing the script");
  }
}
