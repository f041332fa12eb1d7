package io.holdfast.internal.waiting;

import io.holdfast.spi.Gateway;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;

/**
 * Who listens on which channel. Two names may share one: {@code a} and <code>{a}</code>. Thread-safe.
 */
public final class Routes {

  /** Who is told what happens on a channel; on any thread, and must not block. */
  interface Ear {

    /** A message arrived. */
    void message(String text);

    /** From now on messages arrive; one may have been missed before. */
    void subscribed();

    /** Messages do not arrive for now. */
    void deaf();
  }

  private final Gateway gateway;
  private final Map<String, Listening> byChannel = new ConcurrentHashMap<>();

  public Routes(Gateway gateway) {
    this.gateway = gateway;
  }

  /** Subscribes, unless somebody has: then the acknowledgement may be there already. */
  void open(String channel, Ear ear) {
    Listening all;
    do {
      all = byChannel.computeIfAbsent(channel, name -> new Listening());
    } while (!open(channel, all, ear));
    if (all.isAcknowledged) {
      ear.subscribed();
      if (!all.isAcknowledged) { // since a moment ago
        ear.deaf();
      }
    }
  }

  /** The all are known before the server is asked: its acknowledgement may come while we still ask. */
  private boolean open(String channel, Listening all, Ear ear) {
    synchronized (all) {
      if (all.isClosed) {
        return false;
      }
      boolean isFirst = all.ears.isEmpty();
      all.ears.add(ear);
      if (isFirst) {
        gateway.subscribe(channel);
      }
      return true;
    }
  }

  void close(String channel, Ear ear) {
    Listening all = byChannel.get(channel);
    if (all == null) {
      return;
    }
    synchronized (all) {
      if (!all.isClosed && all.ears.remove(ear) && all.ears.isEmpty()) {
        all.isClosed = true;
        gateway.unsubscribe(channel);
        byChannel.remove(channel, all); // last: whoever subscribes next does so after us
      }
    }
  }

  /** A message arrived. */
  public void message(String channel, String text) {
    tell(channel, ear -> ear.message(text));
  }

  /** The server acknowledged the subscription. */
  public void subscribed(String channel) {
    tell(channel, Ear::subscribed);
  }

  /** The channel is not heard, until the server acknowledges again. */
  public void deaf(String channel) {
    Listening all = byChannel.get(channel);
    if (all != null) {
      all.isAcknowledged = false;
      all.ears.forEach(Ear::deaf);
    }
  }

  private void tell(String channel, Consumer<Ear> event) {
    Listening all = byChannel.get(channel);
    if (all != null) {
      all.isAcknowledged = true;
      all.ears.forEach(event);
    }
  }

  public int size() {
    return byChannel.size();
  }

  private static final class Listening {
    final Set<Ear> ears = new CopyOnWriteArraySet<>();
    volatile boolean isAcknowledged;
    boolean isClosed;
  }
}
