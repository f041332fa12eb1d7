package io.holdfast.spring.boot;

import io.holdfast.HoldfastBuilder;
import io.holdfast.lettuce.LettuceGateways;
import io.holdfast.spi.GatewayFactory;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The server of a {@link LettuceConnectionFactory}, reached on the threads ({@code ClientResources}) and
 * with the options (TLS, socket, protocol) of its client, by connections of our own.
 *
 * @param factory the application's
 */
record LettuceServer(LettuceConnectionFactory factory) implements ServerSettings {

  /** The server of the application's one (or primary) factory, if that is on Lettuce. */
  static LettuceServer of(ObjectProvider<RedisConnectionFactory> factories) {
    RedisConnectionFactory single = factories.getIfUnique();
    if (single instanceof LettuceConnectionFactory lettuce) {
      return new LettuceServer(lettuce);
    }
    if (single != null) {
      throw new NoServerException("the RedisConnectionFactory is a "
          + single.getClass().getName() + ", and Holdfast works on Lettuce");
    }
    List<RedisConnectionFactory> all = factories.stream().toList();
    if (all.isEmpty()) {
      throw new NoServerException("there is no bean of type RedisConnectionFactory");
    }
    throw new NoServerException(
        "there are " + all.size() + " beans of type RedisConnectionFactory ("
            + all.stream().map(f -> f.getClass().getSimpleName()).collect(Collectors.joining(", "))
            + ") and none is @Primary");
  }

  @Override
  public void applyTo(HoldfastBuilder builder) {
    builder.gateway(gateway());
    String clientName = factory.getClientName();
    if (clientName != null) {
      builder.clientName(clientName);
    }
  }

  private GatewayFactory gateway() {
    LettuceAddresses addresses = new LettuceAddresses(factory);
    AbstractRedisClient client = factory.getRequiredNativeClient();
    if (client instanceof RedisClusterClient cluster) {
      return LettuceGateways.on(cluster, addresses.clusterNodes());
    }
    RedisClient single = (RedisClient) client;
    return addresses.hasReplicas()
        ? LettuceGateways.replicas(single, addresses.replicas())
        : LettuceGateways.on(single, addresses.single());
  }
}
