package io.holdfast.spi;

/** Found by {@link java.util.ServiceLoader}: makes gateways from URIs. */
public interface GatewayProvider {

  /**
   * {@return a factory for that URI} Nothing is connected yet.
   *
   * @param uri as given to {@link io.holdfast.HoldfastBuilder#uri}; never null
   * @throws IllegalArgumentException if the URI is not understood; the message names it, without its
   *     password, and what was expected
   */
  GatewayFactory forUri(String uri);
}
