package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import io.holdfast.HoldfastBuilder;
import io.holdfast.LockListener;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * The {@link Holdfast} of the application: on the server of {@code spring.data.redis} unless {@code
 * holdfast.uri} names another one. It connects when the application starts, and the start fails if the
 * server cannot be reached. Backs off if the application defines a {@code Holdfast} of its own.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration", // Boot 3
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration" // Boot 4
    })
@ConditionalOnProperty(prefix = "holdfast", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(HoldfastProperties.class)
public class HoldfastAutoConfiguration {

  private static final String APPLICATION_EXECUTOR = "applicationTaskExecutor";

  /** The client, unless the application has one of its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(Holdfast.class)
  static class Client {

    @Bean(destroyMethod = "close")
    Holdfast holdfast(
        HoldfastProperties properties,
        ObjectProvider<ServerSettings> server,
        ObjectProvider<LockListener> listeners,
        ObjectProvider<HoldfastBuilderCustomizer> customizers,
        Environment environment,
        BeanFactory beans) {
      HoldfastBuilder builder = Holdfast.builder();
      server.getIfAvailable(() -> ServerSettings.ofUri(properties.uri())).applyTo(builder);
      apply(properties, builder);
      listeners.orderedStream().forEach(builder::listener);
      if (hasVirtualThreads(environment) && beans.containsBean(APPLICATION_EXECUTOR)) {
        builder.executor(withoutLimit(beans.getBean(APPLICATION_EXECUTOR, Executor.class)));
      }
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      return builder.build();
    }

    /** For those that meet the locks' full names; a client of the application's own has no prefix. */
    @Bean
    LockPrefix holdfastLockPrefix(HoldfastProperties properties) {
      return new LockPrefix(properties.prefix());
    }
  }

  @Bean
  HoldfastLifecycle holdfastLifecycle(ConfigurableListableBeanFactory beans) {
    return new HoldfastLifecycle(beans);
  }

  private static void apply(HoldfastProperties properties, HoldfastBuilder builder) {
    builder
        .keyPrefix(properties.prefix())
        .leaseTime(properties.leaseTime())
        .unavailableAfter(properties.unavailableAfter())
        .holdWarning(properties.holdWarning())
        .handOverBudget(properties.handOver().count(), properties.handOver().time())
        .pubSub(properties.pubSub());
    if (properties.commandTimeout() != null) {
      builder.commandTimeout(properties.commandTimeout());
    }
    if (properties.clientName() != null) {
      builder.clientName(properties.clientName());
    }
  }

  /** One that makes the next task wait for a place would stop the thread that brings the answers. */
  private static Executor withoutLimit(Executor executor) {
    return executor instanceof SimpleAsyncTaskExecutor simple && simple.isThrottleActive()
        ? new VirtualThreadTaskExecutor("holdfast-")
        : executor;
  }

  private static boolean hasVirtualThreads(Environment environment) {
    return environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false)
        && Runtime.version().feature() >= 21;
  }
}
