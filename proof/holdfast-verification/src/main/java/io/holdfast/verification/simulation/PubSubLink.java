package io.holdfast.verification.simulation;

import io.holdfast.spi.GatewayListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * A client's connection for messages, in order both ways. When it breaks, messages are lost until the
 * server has acknowledged the subscriptions again; the server may take a while to notice.
 */
final class PubSubLink {

  /** How long a refused subscription waits for its next try. */
  private static final long AGAIN_NANOS = 5_000_000;

  private final Network network;
  private final SimulatedProcess process;
  private final GatewayListener listener;
  private final BiConsumer<String, Boolean> heard;
  private final BooleanSupplier isSpeaking;
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Set<String> acknowledged = new LinkedHashSet<>();
  private Object connection = new Object();
  private long lastArrivalNanos;
  private long lastMessageNanos;
  private boolean isDown;

  /**
   * @param heard is told of every message, and whether it is our own, before the engine is
   * @param isSpeaking whether what is published at this moment is our own
   */
  PubSubLink(
      Network network,
      SimulatedProcess process,
      GatewayListener listener,
      BiConsumer<String, Boolean> heard,
      BooleanSupplier isSpeaking) {
    this.network = network;
    this.process = process;
    this.listener = listener;
    this.heard = heard;
    this.isSpeaking = isSpeaking;
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
      if (on != connection || process.isDead()) {
        return;
      }
      if (network.weather().error() != null) {
        network.tally().count(Incident.SUBSCRIPTION_REFUSED);
        network.trace().add("server", () -> "lets " + process + " not listen");
        down(on, () -> network.time().after(AGAIN_NANOS, process, () -> again(channel, on)));
      } else {
        network.server().channels().add(channel, on, (name, text) -> {
          boolean isOwn = isSpeaking.getAsBoolean();
          down(on, () -> message(channel, isOwn));
        });
        network.trace().add("server", () -> process + " listens");
        down(on, () -> acknowledged(channel));
      }
    });
  }

  /** As a gateway does that keeps what it was asked for. */
  private void again(String channel, Object on) {
    if (on == connection && wanted.contains(channel)) {
      sendSubscribe(channel);
    }
  }

  private void acknowledged(String channel) {
    if (wanted.contains(channel) && !network.sabotage().swallowsAcknowledgement()) {
      acknowledged.add(channel);
      network.trace().add(process.name(), () -> "is told that it listens");
      listener.subscribed(channel);
    }
  }

  private void message(String channel, boolean isOwn) {
    network.trace().add(process.name(), () -> "hears a message");
    heard.accept(channel, isOwn);
    listener.message(channel, "0");
  }

  void unsubscribe(String channel) {
    if (network.sabotage().swallowsUnsubscribe()) {
      return;
    }
    wanted.remove(channel);
    acknowledged.remove(channel);
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
    List<String> unheard = List.copyOf(acknowledged);
    acknowledged.clear();
    network.time().after(0, process, () -> unheard.forEach(listener::unsubscribed));
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
