package io.holdfast.internal.waiting;

import io.holdfast.spi.Gateway;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;

/**
 * Which delegates listen on which channel. Two names may share one: {@code a} and <code>{a}</code>.
 * Thread-safe.
 */
public final class Routes {

  private final Gateway gateway;
  private final Map<String, Ears> byChannel = new ConcurrentHashMap<>();

  public Routes(Gateway gateway) {
    this.gateway = gateway;
  }

  /** Subscribes, unless somebody has: then the acknowledgement may be there already. */
  void open(String channel, Delegate delegate) {
    Ears ears;
    do {
      ears = byChannel.computeIfAbsent(channel, name -> new Ears());
    } while (!open(channel, ears, delegate));
    if (ears.isAcknowledged) {
      delegate.subscribed();
    }
  }

  /** The ears are known before the server is asked: its acknowledgement may come while we still ask. */
  private boolean open(String channel, Ears ears, Delegate delegate) {
    synchronized (ears) {
      if (ears.isClosed) {
        return false;
      }
      boolean isFirst = ears.delegates.isEmpty();
      ears.delegates.add(delegate);
      if (isFirst) {
        gateway.subscribe(channel);
      }
      return true;
    }
  }

  void close(String channel, Delegate delegate) {
    Ears ears = byChannel.get(channel);
    if (ears == null) {
      return;
    }
    synchronized (ears) {
      if (!ears.isClosed && ears.delegates.remove(delegate) && ears.delegates.isEmpty()) {
        ears.isClosed = true;
        gateway.unsubscribe(channel);
        byChannel.remove(channel, ears); // last: whoever subscribes next does so after us
      }
    }
  }

  /** A message arrived. */
  public void message(String channel) {
    tell(channel, Delegate::message);
  }

  /** The server acknowledged the subscription. */
  public void subscribed(String channel) {
    tell(channel, Delegate::subscribed);
  }

  /** The channel is not heard, until the server acknowledges again. */
  public void deaf(String channel) {
    Ears ears = byChannel.get(channel);
    if (ears != null) {
      ears.isAcknowledged = false;
      ears.delegates.forEach(Delegate::deaf);
    }
  }

  private void tell(String channel, Consumer<Delegate> event) {
    Ears ears = byChannel.get(channel);
    if (ears != null) {
      ears.isAcknowledged = true;
      ears.delegates.forEach(event);
    }
  }

  public int size() {
    return byChannel.size();
  }

  private static final class Ears {
    final Set<Delegate> delegates = new CopyOnWriteArraySet<>();
    volatile boolean isAcknowledged;
    boolean isClosed;
  }
}
