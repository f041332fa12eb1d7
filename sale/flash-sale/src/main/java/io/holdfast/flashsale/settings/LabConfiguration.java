package io.holdfast.flashsale.settings;

import io.holdfast.flashsale.lab.Lab;
import io.lettuce.core.RedisURI;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The Lab, on the same servers. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("flash-sale.lab")
class LabConfiguration {

  @Bean(destroyMethod = "")
  Lab lab(LettuceConnectionFactory factory, DataSource database) {
    if (factory.isClusterAware() || factory.isRedisSentinelAware()) {
      throw new IllegalStateException(
          "flash-sale.lab is true: the Lab needs one Redis server,"
              + " neither sentinel nor cluster, because it stands between its instances and the server");
    }
    return new Lab(uri(factory), database);
  }

  @Bean
  Stopping labStopping(Lab lab) {
    return new Stopping(Stopping.STREAMS, () -> {}, lab::close);
  }

  private static RedisURI uri(LettuceConnectionFactory factory) {
    RedisURI.Builder uri = RedisURI.builder()
        .withHost(factory.getHostName())
        .withPort(factory.getPort())
        .withDatabase(factory.getDatabase())
        .withSsl(factory.isUseSsl())
        .withVerifyPeer(factory.getClientConfiguration().getVerifyMode());
    String password = factory.getPassword();
    if (password != null) {
      @Nullable String user = factory.getStandaloneConfiguration().getUsername();
      if (user == null) {
        uri.withPassword(password.toCharArray());
      } else {
        uri.withAuthentication(user, password.toCharArray());
      }
    }
    return uri.build();
  }
}
