package io.holdfast.lettuce;

import io.holdfast.ServerErrorException;
import io.holdfast.spi.ErrorReplyException;
import io.holdfast.spi.GatewaySettings;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks a server, over a link that is up, what it is. */
final class ServerProbe {

  private ServerProbe() {}

  static <T> CompletableFuture<T> ask(
      CommandLink link,
      Function<@Nullable Object, T> reading,
      CommandType type,
      String... arguments) {
    PendingCall<T> pending =
        new PendingCall<>(Request.plain(type, arguments), reading, (call, error) -> false);
    link.send(pending);
    return pending;
  }

  /** {@code INFO server}; empty if we may not ask. */
  static CompletableFuture<String> info(CommandLink link) {
    return ask(link, String::valueOf, CommandType.INFO, "server").exceptionally(failure -> {
      if (Failures.isErrorReply(failure)) {
        return "";
      }
      throw Failures.asCompletion(failure);
    });
  }

  /** Such as {@code redis 6.2.11}; empty if unknown. */
  static String version(String info) {
    String valkey = field(info, "valkey_version");
    if (!valkey.isEmpty()) {
      return "valkey " + valkey;
    }
    String redis = field(info, "redis_version");
    return redis.isEmpty() ? "" : "redis " + redis;
  }

  static boolean isClusterNode(String info) {
    return field(info, "redis_mode").equals("cluster")
        || field(info, "server_mode").equals("cluster");
  }

  private static String field(String info, String name) {
    Matcher matcher = Pattern.compile("(?m)^" + name + ":(\\S+)").matcher(info);
    return matcher.find() ? String.valueOf(matcher.group(1)) : "";
  }

  static CompletableFuture<Long> timeMicros(CommandLink link) {
    return ask(link, ServerProbe::micros, CommandType.TIME);
  }

  private static Long micros(@Nullable Object reply) {
    if (reply instanceof List<?> parts && parts.size() == 2) {
      return Long.parseLong(String.valueOf(parts.get(0))) * 1_000_000L
          + Long.parseLong(String.valueOf(parts.get(1)));
    }
    throw new ErrorReplyException("ERR unexpected reply to TIME");
  }

  /** Whether the server has sharded channels. */
  private static CompletableFuture<Boolean> hasShardedChannels(CommandLink link) {
    return ask(link, reply -> true, CommandType.PUBSUB, "SHARDNUMSUB").exceptionally(failure -> {
      if (Failures.isErrorReply(failure)) {
        return false;
      }
      throw Failures.asCompletion(failure);
    });
  }

  /** Which kind of channels to use. */
  static boolean choosesSharded(
      CommandLink link, GatewaySettings.PubSub wanted, boolean inCluster) {
    if (wanted == GatewaySettings.PubSub.PLAIN
        || (wanted == GatewaySettings.PubSub.AUTO && !inCluster)) {
      return false;
    }
    boolean possible = hasShardedChannels(link).join();
    if (!possible && wanted == GatewaySettings.PubSub.SHARDED) {
      throw new ServerErrorException(
          link.route().display()
              + " has no sharded channels (Redis 7.0 and later): use the other kind",
          null);
    }
    return possible;
  }
}
