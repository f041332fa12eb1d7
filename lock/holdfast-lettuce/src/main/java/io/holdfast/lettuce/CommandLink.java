package io.holdfast.lettuce;

import io.holdfast.spi.NoReplyException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The link for commands. Every call ends within the command timeout.
 *
 * <p>All calls have the same timeout and replies come in the order of the requests, so one queue and one
 * timer, set for its head, watch over all of them.
 */
final class CommandLink extends Link<StatefulRedisConnection<String, String>> {

  /** What the gateway wants to know of its links. */
  interface Observer {

    void connected(CommandLink link, boolean first);

    void disconnected(CommandLink link);
  }

  /** A connection that has been silent for so long, with a request unanswered, is given up. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Observer observer;
  private final long timeoutNanos;
  private final ConcurrentLinkedQueue<PendingCall<?>> inFlight = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean watching = new AtomicBoolean();
  private volatile long lastReplyNanos = System.nanoTime();
  private long silentSinceNanos = lastReplyNanos;

  CommandLink(ClientHandle client, Route route, Observer observer) {
    super(client, route);
    this.observer = observer;
    this.timeoutNanos = client.settings().commandTimeout().toNanos();
  }

  /** Sends a call, once. It fails at once if there is no connection. */
  void send(PendingCall<?> call) {
    send(call, current());
  }

  /** As {@link #send(PendingCall)}, over that connection and no other. */
  void send(PendingCall<?> call, @Nullable StatefulRedisConnection<String, String> connection) {
    if (connection == null) {
      call.completeExceptionally(
          new NoReplyException("not connected to " + route().display(), false, null));
      return;
    }
    call.sentOver(this, connection, System.nanoTime());
    inFlight.add(call);
    watch(timeoutNanos);
    connection.dispatch(call);
  }

  private void watch(long delayNanos) {
    if (!watching.get() && watching.compareAndSet(false, true)) {
      try {
        client().schedule(this::expire, delayNanos);
      } catch (Throwable e) {
        watching.set(false);
        throw e;
      }
    }
  }

  /** On the I/O thread, for every reply. */
  void replied(PendingCall<?> call) {
    lastReplyNanos = System.nanoTime();
  }

  void forget(PendingCall<?> call) {
    inFlight.remove(call);
  }

  private void expire() {
    long now = System.nanoTime();
    PendingCall<?> head;
    while ((head = inFlight.peek()) != null && now - head.sentNanos() >= timeoutNanos) {
      expire(head, now);
    }
    if (head != null) {
      client().schedule(this::expire, head.sentNanos() + timeoutNanos - now);
      return;
    }
    watching.set(false);
    if (!inFlight.isEmpty()) {
      watch(0);
    }
  }

  private void expire(PendingCall<?> call, long now) {
    inFlight.remove(call);
    if (call.isDone()) {
      return;
    }
    long sent = call.sentNanos();
    boolean silent = lastReplyNanos - sent < 0;
    if (silent && silentSinceNanos - lastReplyNanos <= 0) {
      silentSinceNanos = sent;
    }
    StatefulRedisConnection<String, String> connection = current();
    call.completeExceptionally(new NoReplyException(
        "no reply from " + route().display() + " within "
            + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms",
        true,
        null));
    if (silent && now - silentSinceNanos >= SILENCE_NANOS) {
      reset(connection, "half-open: nothing received since a request was sent");
    }
  }

  @Override
  CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri) {
    return client().client().connectAsync(StringCodec.UTF8, uri);
  }

  @Override
  void prepare(StatefulRedisConnection<String, String> connection) {
    lastReplyNanos = System.nanoTime();
  }

  @Override
  void up(StatefulRedisConnection<String, String> connection, boolean first) {
    observer.connected(this, first);
  }

  @Override
  void down(String reason) {
    PendingCall<?> call;
    while ((call = inFlight.poll()) != null) {
      call.completeExceptionally(
          new NoReplyException("no reply from " + route().display() + ": " + reason, true, null));
    }
    observer.disconnected(this);
  }
}
