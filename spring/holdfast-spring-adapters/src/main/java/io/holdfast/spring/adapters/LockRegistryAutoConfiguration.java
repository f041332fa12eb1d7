package io.holdfast.spring.adapters;

import io.holdfast.Holdfast;
import io.holdfast.spring.integration.HoldfastLockRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * Spring Integration's lock registry, where Spring Integration and a {@link Holdfast} are and the application has no
 * registry of its own; {@code holdfast.lock-registry.enabled=false} is off.
 */
@AutoConfiguration(afterName = "io.holdfast.spring.boot.HoldfastAutoConfiguration")
@ConditionalOnClass(LockRegistry.class)
@ConditionalOnSingleCandidate(Holdfast.class)
@ConditionalOnProperty(prefix = "holdfast.lock-registry", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(LockRegistryProperties.class)
public class LockRegistryAutoConfiguration {

  /** Made by Spring Boot. */
  public LockRegistryAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(LockRegistry.class)
  HoldfastLockRegistry holdfastLockRegistry(Holdfast holdfast, LockRegistryProperties properties) {
    return new HoldfastLockRegistry(holdfast, properties.prefix());
  }
}
