package io.holdfast.lettuce;

import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link for channels. It opens with the first channel and asks for each of them until the server acknowledges: again
 * after every reconnect, and again when it was refused. It is pinged while it has channels, so that a half-open
 * connection is found.
 *
 * <p>Channels are asked for one by one: a command that names several is refused as a whole if one of them is forbidden.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class PubSubLink extends Link<StatefulRedisPubSubConnection<String, String>> {

  /** What happens on the channels of a link: one event at a time, in order. */
  interface Listener {

    void message(String channel, String message);

    /** The server acknowledged the subscription. */
    void acknowledged(PubSubLink link, String channel);

    /** The server ended an acknowledged subscription unasked, or went away. */
    void dropped(PubSubLink link, String channel, String reason);

    /** A subscription was refused, or not answered ({@code null}); it is asked for again after a pause. */
    default void refused(PubSubLink link, String channel, @Nullable String error) {}
  }

  private static final Logger log = LoggerFactory.getLogger(PubSubLink.class);
  private static final Duration PING_EVERY = Duration.ofSeconds(3);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

  private final boolean sharded;
  private final Listener listener;
  private final Tidings tidings = new Tidings();
  private final Map<String, WantedChannel> channels = new ConcurrentHashMap<>();
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private volatile ClientHandle.@Nullable Timer nextPing;

  PubSubLink(ClientHandle client, Route route, boolean sharded, Listener listener) {
    super(client, route);
    this.sharded = sharded;
    this.listener = listener;
  }

  void add(String name) {
    WantedChannel channel;
    synchronized (channels) {
      channel = channels.computeIfAbsent(name, WantedChannel::new);
      channel.want(true);
      noteIfStillHeard(channel);
    }
    ask(channel, current());
    start();
  }

  void remove(String name) {
    WantedChannel channel;
    synchronized (channels) {
      channel = channels.get(name);
      if (channel == null) {
        return;
      }
      channel.want(false);
    }
    ask(channel, current());
  }

  /** One that was given up, and is wanted again before the server has let us go. */
  private void noteIfStillHeard(WantedChannel channel) {
    if (channel.isWanted && channel.isHeard && !channel.isAsked) {
      tidings.note(() -> listener.acknowledged(this, channel.name));
      tellLater();
    }
  }

  /** For threads of callers, who may hold locks that the listener wants. */
  private void tellLater() {
    client().schedule(tidings::tell, 0);
  }

  boolean isEmpty() {
    return channels.values().stream().noneMatch(channel -> channel.isWanted);
  }

  private boolean isWanted(String name) {
    WantedChannel channel = channels.get(name);
    return channel != null && channel.isWanted;
  }

  // ---- asking

  private void ask(
      WantedChannel channel, @Nullable StatefulRedisPubSubConnection<String, String> connection) {
    boolean isWanted;
    synchronized (channels) {
      if (!channel.isWanted && !channel.isHeard && !channel.isAsked) {
        channels.remove(channel.name, channel);
      }
      if (connection == null || connection != current() || !channel.isDue()) {
        return;
      }
      channel.isAsked = true;
      isWanted = channel.isWanted;
    }
    client()
        .within(ANSWER_TIMEOUT, send(connection.async(), channel.name, isWanted))
        .whenComplete((done, failure) -> answered(channel, connection, isWanted, failure));
  }

  private CompletionStage<Void> send(
      RedisPubSubAsyncCommands<String, String> commands, String name, boolean isWanted) {
    if (sharded) {
      return isWanted ? commands.ssubscribe(name) : commands.sunsubscribe(name);
    }
    return isWanted ? commands.subscribe(name) : commands.unsubscribe(name);
  }

  private void answered(
      WantedChannel channel,
      StatefulRedisPubSubConnection<String, String> connection,
      boolean wasWanted,
      @Nullable Throwable failure) {
    String error = Failures.errorReply(failure);
    synchronized (channels) {
      if (connection != current()) {
        return; // the next connection asks anew
      }
      channel.isAsked = false;
      if (failure == null) {
        channel.isHeard = wasWanted;
        channel.done();
      } else {
        channel.refused(isForbidden(error), client(), () -> askAgain(channel));
        noteIfStillHeard(channel);
        if (wasWanted) {
          tidings.note(() -> listener.refused(this, channel.name, error));
          tellLater();
        }
      }
    }
    if (wasWanted && isForbidden(error) && !hasWarned.getAndSet(true)) {
      log.warn(
          "{} does not let us subscribe to '{}' ({}): its waiters ask every two seconds. Give"
              + " this user the rights listed in docs/operations.md; it is tried again at least every minute",
          route().display(),
          channel.name,
          error);
    }
    ask(channel, connection);
  }

  private static boolean isForbidden(@Nullable String error) {
    return error != null && error.startsWith("NOPERM");
  }

  private void askAgain(WantedChannel channel) {
    synchronized (channels) {
      channel.stopWaiting();
    }
    ask(channel, current());
  }

  // ---- the connection

  @Override
  CompletionStage<StatefulRedisPubSubConnection<String, String>> connect(RedisURI uri) {
    return client().client().connectPubSubAsync(StringCodec.UTF8, uri);
  }

  @Override
  void prepare(StatefulRedisPubSubConnection<String, String> connection) {
    connection.addListener(new Events(connection));
  }

  @Override
  void up(StatefulRedisPubSubConnection<String, String> connection, boolean first) {
    channels.values().forEach(channel -> ask(channel, connection));
    pingLater(connection);
  }

  @Override
  void down(String reason) {
    ClientHandle.Timer ping = nextPing;
    if (ping != null) {
      ping.cancel();
    }
    synchronized (channels) {
      channels.values().removeIf(channel -> !channel.isWanted);
      for (WantedChannel channel : channels.values()) {
        if (channel.isHeard) {
          noteDropped(channel, reason);
        }
        channel.startOver();
      }
    }
    tidings.tell();
  }

  private void noteDropped(WantedChannel channel, String reason) {
    if (!isClosed()) {
      tidings.note(() -> listener.dropped(this, channel.name, reason));
    }
  }

  private void pingLater(StatefulRedisPubSubConnection<String, String> connection) {
    nextPing = client().schedule(() -> ping(connection), PING_EVERY);
  }

  private void ping(StatefulRedisPubSubConnection<String, String> connection) {
    if (current() != connection) {
      return;
    }
    if (isEmpty()) {
      pingLater(connection);
      return;
    }
    client().within(ANSWER_TIMEOUT, connection.async().ping()).whenComplete((pong, failure) -> {
      if (failure != null && !Failures.isErrorReply(failure)) {
        reset(connection, "half-open: a ping was not answered");
      } else {
        pingLater(connection);
      }
    });
  }

  /** Only what belongs to a channel that is still wanted is passed on. */
  private final class Events extends RedisPubSubAdapter<String, String> {

    private final StatefulRedisPubSubConnection<String, String> connection;

    Events(StatefulRedisPubSubConnection<String, String> connection) {
      this.connection = connection;
    }

    @Override
    public void message(String name, String message) {
      if (isWanted(name)) {
        tidings.note(() -> listener.message(name, message));
        tidings.tell();
      }
    }

    @Override
    public void smessage(String name, String message) {
      message(name, message);
    }

    @Override
    public void subscribed(String name, long count) {
      synchronized (channels) {
        WantedChannel channel = channels.get(name);
        if (channel == null || connection != current()) {
          return;
        }
        channel.isHeard = true;
        if (channel.isWanted) {
          tidings.note(() -> listener.acknowledged(PubSubLink.this, name));
        }
      }
      tidings.tell();
    }

    @Override
    public void ssubscribed(String name, long count) {
      subscribed(name, count);
    }

    @Override
    public void unsubscribed(String name, long count) {
      WantedChannel channel;
      synchronized (channels) {
        channel = channels.get(name);
        if (channel == null || connection != current()) {
          return;
        }
        if (channel.isHeard && channel.isWanted) {
          noteDropped(channel, "ended by the server");
        }
        channel.isHeard = false;
      }
      tidings.tell();
      ask(channel, connection);
    }

    @Override
    public void sunsubscribed(String name, long count) {
      unsubscribed(name, count);
    }
  }
}
