package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGauges;
import io.holdfast.spring.metrics.LockMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Meters for the locks, where there is a registry of meters; {@code holdfast.metrics.enabled=false} is off. */
@AutoConfiguration(
    afterName = {
      "io.holdfast.spring.boot.HoldfastAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnSingleCandidate(Holdfast.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnProperty(name = "holdfast.metrics.enabled", matchIfMissing = true)
@Import(LockGroupsConfiguration.class)
public class HoldfastMetricsAutoConfiguration {

  /** Is told the events by the client, as every listener bean is. */
  @Bean
  @ConditionalOnMissingBean
  LockMetrics holdfastLockMetrics(LimitedGroups groups) {
    return new LockMetrics(groups);
  }

  @Bean
  @ConditionalOnMissingBean
  LockGauges holdfastLockGauges(Holdfast holdfast, LimitedGroups groups) {
    return new LockGauges(holdfast, groups);
  }
}
