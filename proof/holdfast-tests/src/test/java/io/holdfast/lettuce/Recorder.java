package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what a gateway told. */
final class Recorder implements GatewayListener {

  final List<String> messages = new CopyOnWriteArrayList<>();
  final List<String> subscribed = new CopyOnWriteArrayList<>();
  /** Those of which it was said last that they are subscribed to. */
  final Set<String> heard = ConcurrentHashMap.newKeySet();

  final AtomicInteger reconnects = new AtomicInteger();

  @Override
  public void message(String channel, String text) {
    messages.add(channel);
  }

  @Override
  public void subscribed(String channel) {
    subscribed.add(channel);
    heard.add(channel);
  }

  @Override
  public void unsubscribed(String channel) {
    heard.remove(channel);
  }

  @Override
  public void reconnected() {
    reconnects.incrementAndGet();
  }

  long acknowledgements(String channel) {
    return subscribed.stream().filter(channel::equals).count();
  }

  long messages(String channel) {
    return messages.stream().filter(channel::equals).count();
  }
}
