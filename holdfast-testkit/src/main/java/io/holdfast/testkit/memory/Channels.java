package io.holdfast.testkit.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Who listens on which channel of a simulated server. Not thread-safe. */
public final class Channels {

  private final Map<String, Map<Object, Consumer<String>>> listeners = new TreeMap<>();

  /** That connection listens from now on; its messages go to {@code heard}. */
  public void add(String channel, Object connection, Consumer<String> heard) {
    listeners.computeIfAbsent(channel, name -> new LinkedHashMap<>()).put(connection, heard);
  }

  /** That connection listens no more. */
  public void remove(String channel, Object connection) {
    Map<Object, Consumer<String>> all = listeners.get(channel);
    if (all != null) {
      all.remove(connection);
      if (all.isEmpty()) {
        listeners.remove(channel);
      }
    }
  }

  /** How many listen, as {@code PUBSUB NUMSUB} says. */
  public int count(String channel) {
    return listeners.getOrDefault(channel, Map.of()).size();
  }

  /** Every listener gets the message. */
  public void publish(String channel) {
    List.copyOf(listeners.getOrDefault(channel, Map.of()).values())
        .forEach(heard -> heard.accept(channel));
  }

  /** Channels with a listener. */
  public List<String> names() {
    return List.copyOf(listeners.keySet());
  }
}
