package io.holdfast.spring.boot;

import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.metrics.LockGroups;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The groups that metrics and observations share, so that both tell the same ones apart. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HoldfastGroupsProperties.class)
class LockGroupsConfiguration {

  @Bean
  @ConditionalOnMissingBean
  LimitedGroups holdfastLimitedGroups(
      ObjectProvider<LockGroups> groups,
      ObjectProvider<LockPrefix> prefix,
      HoldfastGroupsProperties properties) {
    LockGroups chosen = groups.getIfAvailable(LockGroups::byPrefix);
    LockPrefix known = prefix.getIfAvailable(() -> LockPrefix.NONE);
    return new LimitedGroups(name -> chosen.groupOf(known.without(name)), properties.most());
  }
}
