package io.holdfast.internal.waiting;

import io.holdfast.spi.Gateway;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    Ears ears = byChannel.compute(channel, (name, known) -> {
      Ears some = known == null ? new Ears() : known;
      some.delegates.add(delegate);
      if (known == null) {
        gateway.subscribe(channel);
      }
      return some;
    });
    if (ears.isAcknowledged) {
      delegate.subscribed();
    }
  }

  void close(String channel, Delegate delegate) {
    byChannel.computeIfPresent(channel, (name, ears) -> {
      ears.delegates.remove(delegate);
      if (!ears.delegates.isEmpty()) {
        return ears;
      }
      gateway.unsubscribe(channel);
      return null;
    });
  }

  /** A message arrived. */
  public void message(String channel) {
    tell(channel, Delegate::message);
  }

  /** The server acknowledged the subscription. */
  public void subscribed(String channel) {
    tell(channel, Delegate::subscribed);
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
    final Set<Delegate> delegates = ConcurrentHashMap.newKeySet();
    volatile boolean isAcknowledged;
  }
}
