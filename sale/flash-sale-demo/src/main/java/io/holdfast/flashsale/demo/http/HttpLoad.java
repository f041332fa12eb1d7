package io.holdfast.flashsale.demo.http;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to all instances in turn and reads the replies, in the thread that calls {@link #run}. A target
 * that takes no connection is left out for a moment. Not thread-safe.
 */
public final class HttpLoad implements AutoCloseable {

  private static final long AWAY_NANOS = Duration.ofMillis(200).toNanos();

  private final Selector selector;
  private final List<ServiceConnections> targets;
  private final int connectionsPerTarget;
  private final long limitNanos;
  private final ArrayDeque<Exchange> waiting = new ArrayDeque<>();
  private int turn;

  /**
   * For these instances.
   *
   * @param limit how long a reply is waited for
   */
  public HttpLoad(List<URI> uris, int connectionsPerTarget, Duration limit) throws IOException {
    this.selector = Selector.open();
    this.targets = uris.stream().map(ServiceConnections::new).toList();
    this.connectionsPerTarget = connectionsPerTarget;
    this.limitNanos = limit.toNanos();
  }

  /** Does the work until it is done. */
  public void run(Work work) throws IOException {
    long nextLook = System.nanoTime();
    while (!work.isDone()) {
      selector.select(1);
      handleReady();
      long now = System.nanoTime();
      if (now - nextLook >= 0) {
        endOverdue(now);
        nextLook = now + limitNanos / 10;
      }
      for (Exchange due = work.next(now); due != null; due = work.next(now)) {
        waiting.add(due);
      }
      sendWaiting(now);
    }
  }

  private void handleReady() {
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      SelectionKey key = ready.next();
      ready.remove();
      if (key.isValid()) {
        handle(key, (Connection) key.attachment());
      }
    }
  }

  private void handle(SelectionKey key, Connection connection) {
    try {
      if (key.isConnectable()) {
        connection.finishConnect();
        connection.target().idle().add(connection);
        return;
      }
      if (key.isWritable()) {
        connection.flush();
      }
      if (key.isReadable() && connection.read()) {
        finish(connection);
      }
    } catch (IOException | IllegalStateException e) {
      end(connection, String.valueOf(e.getMessage()));
    }
  }

  private void finish(Connection connection) {
    Exchange exchange = connection.take();
    if (exchange != null) {
      exchange.answered(connection.reply(), System.nanoTime());
    }
    if (connection.reply().isLast()) {
      end(connection, "closed after the reply");
    } else {
      connection.target().idle().add(connection);
    }
  }

  private void end(Connection connection, String why) {
    ServiceConnections target = connection.target();
    connection.close();
    target.idle().remove(connection);
    target.all().remove(connection);
    long now = System.nanoTime();
    Exchange exchange = connection.take();
    if (exchange != null) {
      exchange.failed(why, now);
    } else {
      target.awayUntil(now + AWAY_NANOS); // it refused the connection, or ended an idle one
    }
  }

  private void endOverdue(long now) {
    for (ServiceConnections target : targets) {
      for (Connection connection : new ArrayList<>(target.all())) {
        if (connection.isOverdue(now, limitNanos)) {
          end(connection, "no reply within " + limitNanos / 1_000_000_000 + " s");
        }
      }
    }
  }

  private void sendWaiting(long now) {
    while (!waiting.isEmpty()) {
      Connection connection = idle(now);
      if (connection == null) {
        return;
      }
      try {
        connection.send(waiting.remove(), now);
      } catch (IOException e) {
        end(connection, String.valueOf(e.getMessage()));
      }
    }
  }

  /** An idle connection of the next target that has one; opens another if there may be more. */
  private @Nullable Connection idle(long now) {
    for (int i = 0; i < targets.size(); i++) {
      ServiceConnections target = targets.get(turn++ % targets.size());
      Connection connection = target.idle().pollLast();
      if (connection != null) {
        return connection;
      }
      open(target, now);
    }
    return null;
  }

  private void open(ServiceConnections target, long now) {
    if (target.all().size() >= connectionsPerTarget || target.isAway(now)) {
      return;
    }
    try {
      Connection connection = new Connection(target, selector);
      target.all().add(connection);
      if (connection.isConnected()) {
        target.idle().add(connection);
      }
    } catch (IOException e) {
      target.awayUntil(now + AWAY_NANOS);
    }
  }

  @Override
  public void close() throws IOException {
    for (ServiceConnections target : targets) {
      target.all().forEach(Connection::close);
    }
    selector.close();
  }
}
