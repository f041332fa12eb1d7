package io.holdfast.spi;

/** What a gateway tells the engine. Called on any thread; never blocks. */
public interface GatewayListener {

  /**
   * A message arrived.
   *
   * @param channel where it was published
   * @param text what it says
   */
  void message(String channel, String text);

  /**
   * The server acknowledged a subscription.
   *
   * @param channel whose messages arrive from now on
   */
  void subscribed(String channel);

  /**
   * A channel is not heard any more: the connection is lost, the server ended the subscription, or it moved. The
   * gateway subscribes again by itself; {@link #subscribed} tells when that is acknowledged, and until then messages
   * are missed. Never called twice without {@link #subscribed} in between, nor for a channel that {@link
   * Gateway#unsubscribe} has given up, nor while the gateway closes. The events of one channel come one at a time, in
   * the order in which they happened.
   *
   * @param channel whose subscription was acknowledged before
   */
  default void unsubscribed(String channel) {}

  /** The connection for commands is back, or the topology changed: what was refused or lost may work now. */
  void reconnected();
}
