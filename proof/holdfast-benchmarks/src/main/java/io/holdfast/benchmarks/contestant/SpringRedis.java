package io.holdfast.benchmarks.contestant;

import java.net.URI;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The connection factory a Spring application would have. */
final class SpringRedis {

  private SpringRedis() {}

  static LettuceConnectionFactory connect(String uri) {
    URI server = URI.create(uri);
    LettuceConnectionFactory factory = new LettuceConnectionFactory(
        new RedisStandaloneConfiguration(server.getHost(), server.getPort()));
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }
}
