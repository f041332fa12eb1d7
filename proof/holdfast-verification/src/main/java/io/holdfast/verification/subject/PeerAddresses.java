package io.holdfast.verification.subject;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Our URIs in the words of the peers. */
final class PeerAddresses {

  private PeerAddresses() {}

  static Config redisson(String uri) {
    Config config = new Config();
    switch (scheme(uri)) {
      case "redis-sentinel" ->
        config
            .useSentinelServers()
            .setMasterName(fragment(uri))
            .addSentinelAddress(redisUris(uri))
            .setCheckSentinelsList(false);
      case "redis-cluster" -> config.useClusterServers().addNodeAddress(redisUris(uri));
      default -> config.useSingleServer().setAddress(uri);
    }
    return config;
  }

  static LettuceConnectionFactory spring(String uri) {
    LettuceConnectionFactory factory = new LettuceConnectionFactory(springConfiguration(uri));
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }

  private static RedisConfiguration springConfiguration(String uri) {
    switch (scheme(uri)) {
      case "redis-sentinel" -> {
        RedisSentinelConfiguration sentinel =
            new RedisSentinelConfiguration().master(fragment(uri));
        hosts(uri).forEach(host -> sentinel.addSentinel(RedisNode.fromString(host)));
        return sentinel;
      }
      case "redis-cluster" -> {
        return new RedisClusterConfiguration(hosts(uri));
      }
      default -> {
        URI server = URI.create(uri);
        return new RedisStandaloneConfiguration(server.getHost(), server.getPort());
      }
    }
  }

  private static String scheme(String uri) {
    return uri.substring(0, uri.indexOf(':'));
  }

  private static String fragment(String uri) {
    return uri.substring(uri.indexOf('#') + 1);
  }

  private static String[] redisUris(String uri) {
    return hosts(uri).stream().map(host -> "redis://" + host).toArray(String[]::new);
  }

  private static List<String> hosts(String uri) {
    return Arrays.asList(
        uri.replaceFirst("^[a-z-]+://", "").replaceFirst("#.*", "").split(",", -1));
  }
}
