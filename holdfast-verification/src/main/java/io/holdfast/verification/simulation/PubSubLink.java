package io.holdfast.verification.simulation;

import io.holdfast.spi.GatewayListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A client's connection for messages, in order both ways. When it breaks, messages are lost until the
 * server has acknowledged the subscriptions again; the server may take a while to notice.
 */
final class PubSubLink {

  private final Network network;
  private final SimulatedProcess process;
  private final GatewayListener listener;
  private final Set<String> wanted = new LinkedHashSet<>();
  private Object connection = new Object();
  private long lastArrivalNanos;
  private long lastMessageNanos;
  private boolean isDown;

  PubSubLink(Network network, SimulatedProcess process, GatewayListener listener) {
    this.network = network;
    this.process = process;
    this.listener = listener;
  }

  void subscribe(String channel) {
    wanted.add(channel);
    if (!isDown) {
      sendSubscribe(channel);
    }
  }

  private void sendSubscribe(String channel) {
    Object on = connection;
    up(() -> {
      if (on == connection && !process.isDead()) {
        network.server().channels().add(channel, on, heard -> down(on, () -> message(channel)));
        network.trace().add("server", () -> process + " listens");
        down(on, () -> acknowledged(channel));
      }
    });
  }

  private void acknowledged(String channel) {
    if (wanted.contains(channel) && !network.sabotage().swallowsAcknowledgement()) {
      network.trace().add(process.name(), () -> "is told that it listens");
      listener.subscribed(channel);
    }
  }

  private void message(String channel) {
    network.trace().add(process.name(), () -> "hears a message");
    listener.message(channel);
  }

  void unsubscribe(String channel) {
    if (network.sabotage().swallowsUnsubscribe()) {
      return;
    }
    wanted.remove(channel);
    Object on = connection;
    up(() -> network.server().channels().remove(channel, on));
  }

  private void up(Runnable arrival) {
    lastArrivalNanos = Math.max(
        lastArrivalNanos + 1, network.time().nanos() + network.weather().delayNanos());
    network.time().at(lastArrivalNanos, null, arrival);
  }

  private void down(Object on, Runnable arrival) {
    lastMessageNanos = Math.max(
        lastMessageNanos + 1, network.time().nanos() + network.weather().delayNanos());
    network.time().at(lastMessageNanos, process, () -> {
      if (on == connection) {
        arrival.run();
      }
    });
  }

  /** The connection breaks and comes back after a while. */
  void cut(long outageNanos, long noticedAfterNanos) {
    if (isDown) {
      return;
    }
    network.tally().count(Incident.MESSAGES_CUT);
    network.trace().add("network", () -> "cuts the messages to " + process);
    hangUp(noticedAfterNanos);
    isDown = true;
    network.time().after(outageNanos, process, () -> {
      isDown = false;
      List.copyOf(wanted).forEach(this::sendSubscribe);
    });
  }

  /** The server notices, then or later, that nobody listens any more. */
  void hangUp(long noticedAfterNanos) {
    Object old = connection;
    connection = new Object();
    network.time().after(noticedAfterNanos, null, () -> {
      for (String channel : network.server().channels().names()) {
        network.server().channels().remove(channel, old);
      }
    });
  }
}
