package io.holdfast.lettuce;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateAdapter;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that is replaced when it is lost. A connection of Lettuce serves for one socket only, so
 * nothing that was in flight is ever sent again.
 *
 * <pre>
 *            open()                connected, role checked
 *   idle ------------> opening ---------------------------> up
 *                        ^ |  failed: wait, next address     |
 *                        | '--.                              | lost, reset(), leave()
 *                        '----'&lt;-----------------------------'
 *   close() from anywhere: closed
 * </pre>
 *
 * <p>Every attempt belongs to a course. {@link #restart} begins another one: what is still under way for the one
 * before, perhaps to a server that is no longer the right one, ends without effect.
 *
 * <p>This class is thread-safe.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // what matters of each outcome is handled in its callback
abstract class Link<C extends StatefulRedisConnection<String, String>> {

  private static final Logger log = LoggerFactory.getLogger(Link.class);
  private static final long FIRST_DELAY_MILLIS = 20;
  private static final long LONGEST_DELAY_MILLIS = 500;

  private final ClientHandle client;
  private final Route route;
  private final Dial<C> dial;
  private volatile CompletableFuture<Void> ready = new CompletableFuture<>();
  private volatile @Nullable C current;
  private volatile @Nullable RedisURI address;
  private boolean isOpening;
  private boolean goesOn; // opening in the background, until it succeeds
  private boolean isClosed;
  private volatile CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);
  private boolean hasBeenUp;
  private int course;
  private int failures;

  Link(ClientHandle client, Route route) {
    this.client = client;
    this.route = route;
    this.dial = new Dial<>(client, route, this::connectTo);
  }

  abstract CompletionStage<C> connect(RedisURI uri);

  /** A new connection is there; called before anybody else can use it. */
  abstract void prepare(C connection);

  /** A new connection is there. */
  abstract void up(C connection, boolean first);

  /** The connection is gone. */
  abstract void down(String reason);

  final ClientHandle client() {
    return client;
  }

  final Route route() {
    return route;
  }

  final @Nullable C current() {
    return current;
  }

  final synchronized boolean isClosed() {
    return isClosed;
  }

  final boolean isUp() {
    return current != null;
  }

  /** Where it connected to last, or is connecting to. */
  final RedisURI uri() {
    RedisURI uri = address;
    return uri == null ? route.next() : uri;
  }

  /** The host connected to last. */
  final String host() {
    RedisURI uri = address;
    return uri == null ? "" : String.valueOf(uri.getHost());
  }

  /** The host and port connected to last. */
  final String address() {
    RedisURI uri = address;
    return uri == null ? "" : uri.getHost() + ":" + uri.getPort();
  }

  /** Completes when a connection is there; may stay open for long. */
  final CompletableFuture<Void> ready() {
    return ready;
  }

  /** Connects, trying every address once. If that fails, the link stays idle. */
  final CompletableFuture<Void> open() {
    int mine;
    synchronized (this) {
      if (isClosed || isOpening || current != null) {
        return ready;
      }
      isOpening = true;
      goesOn = false;
      mine = course;
    }
    return open(mine);
  }

  private CompletableFuture<Void> open(int mine) {
    CompletableFuture<Boolean> trying = dial.candidates()
        .handle((connection, failure) ->
            connection == null ? failed(mine, failure) : install(connection, mine));
    underWay = trying;
    return trying.thenCompose(
        isDone -> isDone ? CompletableFuture.completedFuture(null) : open(currentCourse()));
  }

  private boolean failed(int mine, @Nullable Throwable failure) {
    synchronized (this) {
      if (mine != course) {
        return false;
      }
      isOpening = false;
    }
    throw Failures.asCompletion(failure);
  }

  private synchronized int currentCourse() {
    return course;
  }

  /** Connects in the background and goes on trying until it succeeds. */
  final void start() {
    int mine;
    synchronized (this) {
      if (isClosed || isOpening || current != null) {
        return;
      }
      isOpening = true;
      goesOn = true;
      mine = course;
    }
    retry(mine);
  }

  private void retry(int mine) {
    if (mine != currentCourse()) {
      return;
    }
    underWay = dial.candidates().whenComplete((connection, failure) -> {
      if (connection != null) {
        install(connection, mine);
      } else {
        retryLater(mine, failure);
      }
    });
  }

  private void retryLater(int mine, @Nullable Throwable failure) {
    long delay;
    synchronized (this) {
      if (isClosed || mine != course) {
        return;
      }
      delay = Math.min(LONGEST_DELAY_MILLIS, FIRST_DELAY_MILLIS << Math.min(failures, 10));
      failures++;
      if (failures == 1) {
        log.warn(
            "No connection to {}: {}; trying again", route.display(), Failures.describe(failure));
      }
    }
    // Spread: other clients have lost the same server at the same moment.
    client.schedule(
        () -> retry(mine),
        Duration.ofMillis(delay / 2 + ThreadLocalRandom.current().nextLong(delay / 2 + 1)));
  }

  /** A socket that is opened while the event loop ends would stay open. */
  private synchronized void requireOpen() {
    if (isClosed) {
      throw new CancellationException("closed");
    }
  }

  private CompletionStage<C> connectTo(RedisURI uri) {
    requireOpen();
    address = uri;
    return connect(uri);
  }

  /** Whether the connection is of use: false if the link has taken another course meanwhile. */
  private boolean install(C connection, int mine) {
    connection.addListener(new RedisConnectionStateAdapter() {
      @Override
      public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
        lost(connection, "connection lost");
      }
    });
    prepare(connection);
    boolean first;
    synchronized (this) {
      if (isClosed || mine != course) {
        connection.closeAsync();
        return isClosed;
      }
      isOpening = false;
      if (failures > 0) {
        log.info("Connected to {} again", route.display());
      }
      failures = 0;
      first = !hasBeenUp;
      hasBeenUp = true;
      current = connection;
    }
    up(connection, first);
    ready.complete(null);
    if (!connection.isOpen()) {
      lost(connection, "connection lost");
    }
    return true;
  }

  /** Gives up the connection there is, or the attempt that is under way, and opens another one. */
  final void restart(String reason) {
    C connection;
    int next;
    boolean isNow;
    synchronized (this) {
      connection = current;
      next = connection == null ? ++course : course;
      isNow = connection == null && isOpening && goesOn && !isClosed;
    }
    if (connection != null) {
      lost(connection, reason);
    } else if (isNow) {
      log.debug("{}: {}", route.display(), reason);
      retry(next); // the attempt before may hang for long
    }
  }

  /** Gives this connection up and opens another. */
  final void reset(@Nullable C connection, String reason) {
    if (connection != null) {
      lost(connection, reason);
    }
  }

  /** As {@link #reset}, but what is in flight has the command timeout to be answered. */
  final void leave(@Nullable C connection, String reason) {
    if (connection != null) {
      lost(connection, reason, true);
    }
  }

  private void lost(C connection, String reason) {
    lost(connection, reason, false);
  }

  private void lost(C connection, String reason, boolean mayBeAnswered) {
    boolean again;
    int mine;
    synchronized (this) {
      if (current != connection) {
        return;
      }
      current = null;
      ready = new CompletableFuture<>();
      again = !isClosed;
      isOpening = again;
      goesOn = true;
      mine = course;
    }
    if (mayBeAnswered) {
      client // replies come in order: behind this one there are no more
          .within(client.settings().commandTimeout(), connection.async().ping())
          .whenComplete((pong, failure) -> connection.closeAsync());
    } else {
      connection.closeAsync();
      down(reason);
    }
    if (again) {
      log.debug("{}: {}", route.display(), reason);
      retry(mine);
    }
  }

  final CompletableFuture<Void> close() {
    C connection;
    synchronized (this) {
      isClosed = true;
      connection = current;
      current = null;
    }
    down("closed");
    // A socket that is being opened while the event loop ends would stay open.
    return CompletableFuture.allOf(
        connection == null ? CompletableFuture.completedFuture(null) : connection.closeAsync(),
        underWay.handle((done, failure) -> null));
  }
}
