package io.holdfast.lettuce;

import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link for channels. It opens with the first channel, subscribes again after every reconnect, and is
 * pinged while it has channels, so that a half-open connection is found.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the end of an unsubscription
final class PubSubLink extends Link<StatefulRedisPubSubConnection<String, String>> {

  /** What happens on the channels of a link. */
  interface Listener {

    void message(String channel, String message);

    void acknowledged(PubSubLink link, String channel);

    /** The server ended the subscription unasked, refused it, or went away. */
    void dropped(PubSubLink link, String channel, String reason);
  }

  private static final Logger log = LoggerFactory.getLogger(PubSubLink.class);
  private static final Duration PING_EVERY = Duration.ofSeconds(3);
  private static final Duration PING_TIMEOUT = Duration.ofSeconds(2);

  private final boolean sharded;
  private final Listener listener;
  private final Set<String> channels = ConcurrentHashMap.newKeySet();
  private volatile ClientHandle.@Nullable Timer nextPing;

  PubSubLink(ClientHandle client, Route route, boolean sharded, Listener listener) {
    super(client, route);
    this.sharded = sharded;
    this.listener = listener;
  }

  void add(String channel) {
    channels.add(channel);
    StatefulRedisPubSubConnection<String, String> connection = current();
    if (connection != null) {
      subscribe(connection, channel);
    } else {
      start();
    }
  }

  void remove(String channel) {
    channels.remove(channel);
    StatefulRedisPubSubConnection<String, String> connection = current();
    if (connection != null) {
      RedisPubSubAsyncCommands<String, String> commands = connection.async();
      if (sharded) {
        commands.sunsubscribe(channel);
      } else {
        commands.unsubscribe(channel);
      }
    }
  }

  boolean isEmpty() {
    return channels.isEmpty();
  }

  private void subscribe(
      StatefulRedisPubSubConnection<String, String> connection, String... names) {
    RedisPubSubAsyncCommands<String, String> commands = connection.async();
    (sharded ? commands.ssubscribe(names) : commands.subscribe(names))
        .whenComplete((done, failure) -> {
          if (failure != null) {
            warnIfForbidden(failure, names);
            for (String name : names) {
              dropped(name, Failures.describe(failure));
            }
          }
        });
  }

  private void warnIfForbidden(Throwable failure, String... names) {
    String error = Failures.errorReply(failure);
    if (error != null && error.startsWith("NOPERM")) {
      log.warn("{} does not let us subscribe to {}: {}", route().display(), names[0], error);
    }
  }

  @Override
  CompletionStage<StatefulRedisPubSubConnection<String, String>> connect(RedisURI uri) {
    return client().client().connectPubSubAsync(StringCodec.UTF8, uri);
  }

  @Override
  void prepare(StatefulRedisPubSubConnection<String, String> connection) {
    connection.addListener(new Events());
  }

  @Override
  void up(StatefulRedisPubSubConnection<String, String> connection, boolean first) {
    if (sharded) {
      channels.forEach(channel -> subscribe(connection, channel));
    } else if (!channels.isEmpty()) {
      String[] names = channels.toArray(new String[0]);
      if (names.length > 0) {
        subscribe(connection, names);
      }
    }
    pingLater(connection);
  }

  @Override
  void down(String reason) {
    ClientHandle.Timer ping = nextPing;
    if (ping != null) {
      ping.cancel();
    }
    channels.forEach(channel -> dropped(channel, reason));
  }

  private void pingLater(StatefulRedisPubSubConnection<String, String> connection) {
    nextPing = client().schedule(() -> ping(connection), PING_EVERY);
  }

  private void ping(StatefulRedisPubSubConnection<String, String> connection) {
    if (current() != connection) {
      return;
    }
    if (channels.isEmpty()) {
      pingLater(connection);
      return;
    }
    client().within(PING_TIMEOUT, connection.async().ping()).whenComplete((pong, failure) -> {
      if (failure != null && !Failures.isErrorReply(failure)) {
        reset(connection, "half-open: a ping was not answered");
      } else {
        pingLater(connection);
      }
    });
  }

  private void dropped(String channel, String reason) {
    if (channels.contains(channel)) {
      listener.dropped(this, channel, reason);
    }
  }

  /** Only what belongs to a channel that is still wanted is passed on. */
  private final class Events extends RedisPubSubAdapter<String, String> {

    @Override
    public void message(String channel, String message) {
      if (channels.contains(channel)) {
        listener.message(channel, message);
      }
    }

    @Override
    public void smessage(String channel, String message) {
      message(channel, message);
    }

    @Override
    public void subscribed(String channel, long count) {
      if (channels.contains(channel)) {
        listener.acknowledged(PubSubLink.this, channel);
      }
    }

    @Override
    public void ssubscribed(String channel, long count) {
      subscribed(channel, count);
    }

    @Override
    public void sunsubscribed(String channel, long count) {
      dropped(channel, "unsubscribed by the server");
    }
  }
}
