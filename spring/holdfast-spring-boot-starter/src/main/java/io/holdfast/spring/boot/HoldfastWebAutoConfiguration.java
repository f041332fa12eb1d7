package io.holdfast.spring.boot;

import io.holdfast.spring.locked.LockedAdvisor;
import io.holdfast.spring.web.RefusalProblem;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Gives a refused lock an HTTP status, in web applications. */
@AutoConfiguration(after = LockedAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass(RestControllerAdvice.class)
@ConditionalOnBean(LockedAdvisor.class)
@EnableConfigurationProperties(HoldfastProperties.class)
public class HoldfastWebAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  RefusalProblem holdfastRefusalProblem(HoldfastProperties properties) {
    return new RefusalProblem(properties.locked().refusedStatus());
  }
}
