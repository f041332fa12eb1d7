package io.holdfast.testkit.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Who listens on which channel of a simulated server. Not thread-safe. */
public final class Channels {

  private final Map<String, Map<Object, BiConsumer<String, String>>> listeners = new TreeMap<>();

  /**
   * A connection listens from now on.
   *
   * @param channel what it listens to
   * @param connection who listens; twice is once
   * @param heard gets the channel's name and the text of every message
   */
  public void add(String channel, Object connection, BiConsumer<String, String> heard) {
    listeners.computeIfAbsent(channel, name -> new LinkedHashMap<>()).put(connection, heard);
  }

  /**
   * That connection listens no more.
   *
   * @param channel what it listened to
   * @param connection who did; it need not have
   */
  public void remove(String channel, Object connection) {
    Map<Object, BiConsumer<String, String>> all = listeners.get(channel);
    if (all != null) {
      all.remove(connection);
      if (all.isEmpty()) {
        listeners.remove(channel);
      }
    }
  }

  /**
   * {@return how many listen, as {@code PUBSUB NUMSUB} says}
   *
   * @param channel to which
   */
  public int count(String channel) {
    return listeners.getOrDefault(channel, Map.of()).size();
  }

  /**
   * Every listener gets the message {@code 0}, in the order in which they came.
   *
   * @param channel where it is published
   */
  public void publish(String channel) {
    publish(channel, "0");
  }

  /**
   * Every listener gets a message, in the order in which they came.
   *
   * @param channel where it is published
   * @param text what it says
   */
  public void publish(String channel, String text) {
    List.copyOf(listeners.getOrDefault(channel, Map.of()).values())
        .forEach(heard -> heard.accept(channel, text));
  }

  /** {@return channels with a listener, sorted} */
  public List<String> names() {
    return List.copyOf(listeners.keySet());
  }
}
