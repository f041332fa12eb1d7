package io.holdfast.spring.adapters;

import io.holdfast.Holdfast;
import io.holdfast.spring.shedlock.HoldfastLockProvider;
import net.javacrumbs.shedlock.core.LockProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * ShedLock's lock provider, where ShedLock and a {@link Holdfast} are and the application has no provider of its own;
 * {@code holdfast.shedlock.enabled=false} is off.
 */
@AutoConfiguration(afterName = "io.holdfast.spring.boot.HoldfastAutoConfiguration")
@ConditionalOnClass(LockProvider.class)
@ConditionalOnSingleCandidate(Holdfast.class)
@ConditionalOnProperty(prefix = "holdfast.shedlock", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(ShedLockProperties.class)
public class ShedLockAutoConfiguration {

  /** Made by Spring Boot. */
  public ShedLockAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(LockProvider.class)
  HoldfastLockProvider holdfastLockProvider(Holdfast holdfast, ShedLockProperties properties) {
    return new HoldfastLockProvider(holdfast, properties.prefix());
  }
}
