package io.holdfast.spi;

/** Found by {@link java.util.ServiceLoader}: makes gateways from URIs. */
public interface GatewayProvider {

  /**
   * A factory for that URI.
   *
   * @throws IllegalArgumentException if the URI is not understood; the message names it, without its
   *     password, and what was expected
   */
  GatewayFactory forUri(String uri);
}
