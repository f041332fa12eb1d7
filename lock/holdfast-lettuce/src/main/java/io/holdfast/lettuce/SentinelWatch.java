package io.holdfast.lettuce;

import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to a sentinel. After a failover the old primary, if it lives, goes on accepting writes for
 * seconds before it is made a replica: who waits for that writes to the wrong server. This class is
 * thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // outcomes are handled in callbacks
final class SentinelWatch implements PubSubLink.Listener {

  private static final Logger log = LoggerFactory.getLogger(SentinelWatch.class);
  private static final String SWITCHED = "+switch-master";
  private static final Duration ASK_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration ASK_AGAIN = Duration.ofMillis(500);

  private final ClientHandle client;
  private final RedisURI uri;
  private final Runnable onSwitch;
  private final PubSubLink link;
  private @Nullable Object known; // this and the next: guarded by this
  private long switchesHeard;

  /**
   * @param uri with sentinels
   * @param onSwitch called when there is another primary
   */
  SentinelWatch(ClientHandle client, RedisURI uri, Runnable onSwitch) {
    this.client = client;
    this.uri = uri;
    this.onSwitch = onSwitch;
    this.link = new PubSubLink(
        client,
        Route.anyOf(
            () -> client.ours(uri.getSentinels()), "sentinel of " + uri.getSentinelMasterId()),
        false,
        this);
  }

  /**
   * Asks who is primary; blocks for that. Before anybody connects to it: a connection may then be newer than what is
   * known here, which does no harm, but never older.
   */
  void learn() {
    for (RedisURI sentinel : client.ours(uri.getSentinels())) {
      try {
        Object address = primaryAsToldBy(sentinel).join();
        if (address != null) {
          synchronized (this) {
            known = address;
          }
          return;
        }
      } catch (CompletionException e) {
        log.debug("No answer from a sentinel of '{}'", uri.getSentinelMasterId(), e);
      }
    }
  }

  void start() {
    link.add(SWITCHED);
  }

  CompletableFuture<Void> close() {
    return link.close();
  }

  /** The sentinels, the one we listen to first: it knows of a switch before the others do. */
  List<RedisURI> sentinels() {
    List<RedisURI> ordered = new ArrayList<>();
    for (RedisURI sentinel : uri.getSentinels()) {
      boolean ours =
          link.isUp() && (sentinel.getHost() + ":" + sentinel.getPort()).equals(link.address());
      ordered.add(ours ? 0 : ordered.size(), sentinel);
    }
    return ordered;
  }

  @Override
  public void message(String channel, String message) {
    String[] words = message.split(" ", -1); // name, old host, old port, new host, new port
    if (words[0].equals(uri.getSentinelMasterId())) {
      log.info("Sentinel says: {} {}", SWITCHED, message);
      synchronized (this) {
        known = List.of(words).subList(Math.max(0, words.length - 2), words.length);
        switchesHeard++;
      }
      onSwitch.run();
    }
  }

  /** Listening, perhaps again: a switch may have been missed. */
  @Override
  public void acknowledged(PubSubLink from, String channel) {
    StatefulRedisPubSubConnection<String, String> listening = from.current();
    if (listening != null) {
      askWhile(listening);
    }
  }

  /** Until the sentinel we listen to has said who is primary. */
  private void askWhile(StatefulRedisPubSubConnection<String, String> listening) {
    long heardBefore = switchesHeard();
    primaryAsToldBy(link.uri()).whenComplete((address, failure) -> {
      if (failure == null && address != null) {
        compare(address, heardBefore);
      } else if (link.current() == listening) {
        client.schedule(() -> askWhile(listening), ASK_AGAIN);
      }
    });
  }

  /** Over a connection of its own: one that is subscribed takes no questions in RESP2. */
  private CompletableFuture<@Nullable Object> primaryAsToldBy(RedisURI sentinel) {
    return client
        .client()
        .connectAsync(StringCodec.UTF8, sentinel)
        .toCompletableFuture()
        .thenCompose(connection -> {
          PendingCall<@Nullable Object> question = new PendingCall<>(
              Request.plain(
                  CommandType.SENTINEL, "GET-MASTER-ADDR-BY-NAME", uri.getSentinelMasterId()),
              reply -> reply,
              (call, error) -> false);
          connection.dispatch(question);
          return client
              .within(ASK_TIMEOUT, question)
              .whenComplete((address, failure) -> connection.closeAsync());
        });
  }

  private synchronized long switchesHeard() {
    return switchesHeard;
  }

  /** If nothing was known, somebody may have connected to any of them. */
  private void compare(Object address, long heardBefore) {
    boolean switched;
    synchronized (this) {
      if (switchesHeard != heardBefore) {
        return; // what was heard since the question is newer than its answer
      }
      switched = !address.equals(known);
      known = address;
    }
    if (switched) {
      onSwitch.run();
    }
  }

  @Override
  public void dropped(PubSubLink from, String channel, String reason) {
    // The link goes on to the next sentinel by itself.
    log.debug("Not listening to a sentinel of '{}': {}", uri.getSentinelMasterId(), reason);
  }
}
