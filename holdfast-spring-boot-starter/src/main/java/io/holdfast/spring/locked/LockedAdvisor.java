package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * Puts the lock around {@link Locked} methods, outside of every other advice: a {@link PriorityOrdered} advisor comes
 * before all that are merely ordered, so the transaction is always inside, whatever order it has.
 */
public final class LockedAdvisor extends AbstractPointcutAdvisor implements PriorityOrdered {

  private static final long serialVersionUID = 1L;

  private final transient LockedMethods methods;
  private final transient ThreadLeases threadLeases = new ThreadLeases();
  private final transient LockedInterceptor interceptor;
  private final transient Pointcut pointcut;

  /**
   * For the beans of one factory.
   *
   * @param beans whose {@code Holdfast} is looked up at the first call
   */
  public LockedAdvisor(ConfigurableListableBeanFactory beans) {
    this.methods = new LockedMethods(beans);
    this.interceptor = new LockedInterceptor(beans, methods, threadLeases);
    this.pointcut = new StaticMethodMatcherPointcut() {
      @Override
      public boolean matches(Method method, Class<?> targetClass) {
        return methods.find(method, targetClass).isPresent();
      }
    };
  }

  LockedMethods methods() {
    return methods;
  }

  ThreadLeases threadLeases() {
    return threadLeases;
  }

  @Override
  public Pointcut getPointcut() {
    return pointcut;
  }

  @Override
  public Advice getAdvice() {
    return interceptor;
  }

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }
}
