package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import io.holdfast.spring.actuate.HoldfastHealthContributor;
import io.holdfast.spring.actuate.HoldfastHealthIndicator;
import io.holdfast.spring.actuate.LockHealth;
import io.holdfast.spring.actuate.LocksEndpoint;
import io.holdfast.spring.actuate.RecentTrouble;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and endpoint, where the actuator is; one jar for the homes of health in Boot 3 and in Boot 4. */
@AutoConfiguration(
    afterName = {"io.holdfast.spring.boot.HoldfastAutoConfiguration"},
    beforeName = {
      "org.springframework.boot.actuate.autoconfigure.health.HealthContributorAutoConfiguration",
      "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration"
    })
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnSingleCandidate(Holdfast.class)
@EnableConfigurationProperties(HoldfastActuatorProperties.class)
public class HoldfastActuatorAutoConfiguration {

  /** Is told the events by the client, as every listener bean is. */
  @Bean
  @ConditionalOnMissingBean
  RecentTrouble holdfastRecentTrouble() {
    return new RecentTrouble(Clock.systemUTC());
  }

  @Bean
  @ConditionalOnMissingBean
  LockHealth holdfastLockHealth(
      Holdfast holdfast, RecentTrouble trouble, HoldfastActuatorProperties properties) {
    return new LockHealth(holdfast, trouble, properties.healthLock());
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnAvailableEndpoint(LocksEndpoint.class)
  static class EndpointConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LocksEndpoint holdfastLocksEndpoint(
        Holdfast holdfast,
        ObjectProvider<LockPrefix> prefix,
        HoldfastActuatorProperties properties) {
      return new LocksEndpoint(
          holdfast,
          prefix.getIfAvailable(() -> LockPrefix.NONE).text(),
          properties.forceRelease().enabled());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator(
      "holdfast")
  static class HealthInBoot3 {

    @Bean
    @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
    HoldfastHealthIndicator holdfastHealthIndicator(LockHealth health) {
      return new HoldfastHealthIndicator(health);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(
      "holdfast")
  static class HealthInBoot4 {

    @Bean
    @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
    HoldfastHealthContributor holdfastHealthIndicator(LockHealth health) {
      return new HoldfastHealthContributor(health);
    }
  }
}
