package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import io.holdfast.spring.metrics.LimitedGroups;
import io.holdfast.spring.observation.ObservedHoldfast;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Has the locks observed, where there is a registry of observations; {@code
 * holdfast.observations.enabled=false} is off.
 */
@AutoConfiguration(
    afterName = {
      "io.holdfast.spring.boot.HoldfastAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({Holdfast.class, ObservationRegistry.class})
@ConditionalOnProperty(name = "holdfast.observations.enabled", matchIfMissing = true)
@Import(LockGroupsConfiguration.class)
public class HoldfastObservationAutoConfiguration {

  /** Takes the place of the client in everybody's hands; Spring closes the client itself. */
  @Bean
  static BeanPostProcessor observedHoldfastPostProcessor(
      ObjectProvider<ObservationRegistry> registry, ObjectProvider<LimitedGroups> groups) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String beanName) {
        return bean instanceof Holdfast holdfast && !(bean instanceof ObservedHoldfast)
            ? new ObservedHoldfast(holdfast, registry.getObject(), groups.getObject())
            : bean;
      }
    };
  }
}
