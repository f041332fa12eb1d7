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
    return new ServerErrorException(lockName, "lock '" + lockName + "': " + advice(reply), reply);
  }

  private static String advice(ErrorReplyException reply) {
    String words = "the server answered '" + reply.getMessage() + "'";
    return switch (reply.code()) {
      case "WRONGTYPE" -> words + ": the key is used for something else; choose another lock name";
      case "NOAUTH", "WRONGPASS" -> words + ": check user and password";
      case "OOM" -> words + ": the server is out of memory; raise maxmemory or free memory";
      default ->
        isDenied(reply)
            ? words + ": give this user the rights listed in docs/operations.md"
            : words;
    };
  }

  /**
   * Whether the user lacks a right. A command denied inside a script has no code of its own: servers before 7.0 and
   * since 7.2 say it in words, and not in the same ones.
   */
  public static boolean isDenied(ErrorReplyException reply) {
    String message = String.valueOf(reply.getMessage());
    return reply.code().equals("NOPERM")
        || message.contains("The user executing the script")
        || message.contains("ACL failure in script");
  }

  /** Whether the right that the user lacks is one to a key or channel, not to a command. */
  public static boolean isDeniedByName(ErrorReplyException reply) {
    // As in "to run the 'hset' command" or "can't run this command"; a name has no blanks around
    // it.
    return isDenied(reply) && !String.valueOf(reply.getMessage()).contains(" run ");
  }
}
