package io.holdfast.spring.adapters;

import io.holdfast.Holdfast;
import io.holdfast.spring.integration.HoldfastLockRegistry;
import io.holdfast.spring.shedlock.HoldfastLockProvider;
import net.javacrumbs.shedlock.core.LockProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.support.locks.LockRegistry;

@Configuration(proxyBeanMethods = false)
class AdapterBeans {

  @Bean
  LockProvider lockProvider(Holdfast holdfast) {
    return new HoldfastLockProvider(holdfast, "shedlock:");
  }

  @Bean
  LockRegistry lockRegistry(Holdfast holdfast) {
    return new HoldfastLockRegistry(holdfast, "orders:");
  }
}
