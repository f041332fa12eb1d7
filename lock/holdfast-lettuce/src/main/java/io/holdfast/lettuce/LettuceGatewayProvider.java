package io.holdfast.lettuce;

import io.holdfast.spi.GatewayFactory;
import io.holdfast.spi.GatewayProvider;

/**
 * Makes gateways from URIs:
 *
 * <ul>
 *   <li>{@code redis://[[user:]password@]host[:port][/database]}, {@code rediss://…} for TLS
 *   <li>{@code redis-sentinel://[[user:]password@]host[:port],host[:port][/database]#primary}
 *   <li>{@code redis-cluster://[[user:]password@]host[:port],host[:port]}, {@code rediss-cluster://…}
 *   <li>{@code redis-replicas://[[user:]password@]host[:port],host[:port][/database]}: a primary and its
 *       replicas, without sentinel; the primary is looked for among them
 * </ul>
 *
 * <p>Each gateway has a Lettuce client and three threads of its own. To share the threads of a client
 * that the application has already, see {@link LettuceGateways}.
 */
public final class LettuceGatewayProvider implements GatewayProvider {

  /** For {@link java.util.ServiceLoader}. */
  public LettuceGatewayProvider() {}

  @Override
  public GatewayFactory forUri(String uri) {
    Target target = TargetParser.parse(uri);
    return (settings, listener) ->
        LettuceGateways.open(ClientHandle.own(settings), target, listener);
  }
}
