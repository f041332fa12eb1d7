package io.holdfast.spi;

/** What a gateway tells the engine. Called on any thread; never blocks. */
public interface GatewayListener {

  /** A message arrived on the channel. */
  void message(String channel);

  /** The server acknowledged the subscription: from now on messages arrive. */
  void subscribed(String channel);

  /** The connection for commands is back, or the topology changed: what was refused or lost may work now. */
  void reconnected();
}
