package io.holdfast.spi;

/** Opens a gateway: for a client library or a connection the application already has. */
@FunctionalInterface
public interface GatewayFactory {

  /**
   * {@return a gateway, connected}
   *
   * @param settings what the engine asks of it
   * @param listener is told what happens on its connections
   * @throws io.holdfast.LockUnavailableException if the server cannot be reached
   * @throws io.holdfast.ServerErrorException if the server refuses us
   */
  Gateway open(GatewaySettings settings, GatewayListener listener);
}
