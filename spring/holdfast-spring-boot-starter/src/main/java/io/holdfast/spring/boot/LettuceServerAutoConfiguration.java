package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Takes the server from Spring Data Redis, unless {@code holdfast.uri} names one. */
@AutoConfiguration(
    before = HoldfastAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration", // Boot 3
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration" // Boot 4
    })
@ConditionalOnClass(RedisConnectionFactory.class)
@ConditionalOnProperty(prefix = "holdfast", name = "enabled", matchIfMissing = true)
@Conditional(LettuceServerAutoConfiguration.NoUri.class)
public class LettuceServerAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean({ServerSettings.class, Holdfast.class})
  ServerSettings holdfastServerSettings(ObjectProvider<RedisConnectionFactory> factories) {
    return LettuceServer.of(factories);
  }

  static final class NoUri extends NoneNestedConditions {

    NoUri() {
      super(ConfigurationPhase.PARSE_CONFIGURATION);
    }

    @ConditionalOnProperty(prefix = "holdfast", name = "uri")
    static final class UriIsSet {}
  }
}
