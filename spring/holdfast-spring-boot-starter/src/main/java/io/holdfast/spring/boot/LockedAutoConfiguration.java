package io.holdfast.spring.boot;

import io.holdfast.Holdfast;
import io.holdfast.spring.locked.CommitGuard;
import io.holdfast.spring.locked.Locked;
import io.holdfast.spring.locked.LockedAdvisor;
import io.holdfast.spring.locked.LockedChecker;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Guards the methods annotated with {@link Locked}. Needs no AspectJ. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnBean(Holdfast.class)
@ConditionalOnProperty(prefix = "holdfast.locked", name = "enabled", matchIfMissing = true)
@Import(LockedAutoConfiguration.ProxyCreator.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public class LockedAutoConfiguration {

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockedAdvisor holdfastLockedAdvisor(
      ConfigurableListableBeanFactory beans, Environment environment) {
    int order = Binder.get(environment)
        .bind("holdfast.locked.order", Integer.class)
        .orElse(LockedAdvisor.DEFAULT_ORDER);
    return new LockedAdvisor(beans, order);
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockedChecker holdfastLockedChecker(
      ConfigurableListableBeanFactory beans, LockedAdvisor advisor) {
    return new LockedChecker(beans, advisor);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.transaction.ConfigurableTransactionManager")
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static class Transactions {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CommitGuard holdfastCommitGuard(LockedAdvisor advisor) {
      return new CommitGuard(advisor);
    }
  }

  /** Makes sure that something proxies beans, where neither transactions nor AOP are configured. */
  static final class ProxyCreator implements ImportBeanDefinitionRegistrar {

    @Override
    public void registerBeanDefinitions(
        AnnotationMetadata importing, BeanDefinitionRegistry registry) {
      AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
    }
  }
}
