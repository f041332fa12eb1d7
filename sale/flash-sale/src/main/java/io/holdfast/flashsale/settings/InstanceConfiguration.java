package io.holdfast.flashsale.settings;

import io.holdfast.Holdfast;
import io.holdfast.flashsale.ladder.Points;
import io.holdfast.flashsale.ladder.Surroundings;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetAddress;
import java.net.UnknownHostException;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What this instance is, and what it has. */
@Configuration(proxyBeanMethods = false)
class InstanceConfiguration {

  @Bean(destroyMethod = "")
  RedisLink redisLink(LettuceConnectionFactory factory) {
    return new RedisLink(factory);
  }

  /** Commands of several buyers go out in one write; after eight at least, so that Redis does not wait. */
  @Bean
  ClientResourcesBuilderCustomizer flushTogether() {
    return resources -> resources.nettyCustomizer(new NettyCustomizer() {
      @Override
      public void afterChannelInitialized(Channel channel) {
        channel.pipeline().addFirst(new FlushConsolidationHandler(8, true));
      }
    });
  }

  @Bean
  Stopping connection(RedisLink redis) {
    return new Stopping(Stopping.CONNECTION, () -> {}, redis::close);
  }

  @Bean
  Surroundings surroundings(
      FlashSaleProperties properties,
      RedisLink redis,
      Holdfast holdfast,
      DataSource database,
      ObjectProvider<Points> points,
      @Value("${server.port:8080}") int port) {
    String instance = properties.instance();
    return new Surroundings(
        instance == null ? hostName() + "-" + port : instance,
        redis.commands(),
        holdfast,
        database,
        points.getIfAvailable(() -> Points.NONE),
        properties.lockTime(),
        properties.patience(),
        properties.payWithin());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // a host that does not know its own name: the port still tells instances
      // apart
    }
  }
}
