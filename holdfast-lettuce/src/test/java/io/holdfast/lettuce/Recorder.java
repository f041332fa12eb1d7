package io.holdfast.lettuce;

import io.holdfast.spi.GatewayListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what a gateway told. */
final class Recorder implements GatewayListener {

  final List<String> messages = new CopyOnWriteArrayList<>();
  final List<String> subscribed = new CopyOnWriteArrayList<>();
  final AtomicInteger reconnects = new AtomicInteger();

  @Override
  public void message(String channel) {
    messages.add(channel);
  }

  @Override
  public void subscribed(String channel) {
    subscribed.add(channel);
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
