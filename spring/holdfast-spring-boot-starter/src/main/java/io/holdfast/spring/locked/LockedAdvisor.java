package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Puts the lock around {@link Locked} methods: inside of advice of a smaller order, outside of that of a greater one.
 */
public final class LockedAdvisor extends AbstractPointcutAdvisor {

  /**
   * The order unless one is chosen: inside of Spring Security's method security (100 to 600), so that nobody queues for
   * a lock who may not call the method; outside of transactions and caches, which come last unless they are told not
   * to.
   */
  public static final int DEFAULT_ORDER = 1_000;

  private static final long serialVersionUID = 1L;

  private final transient Clients clients;
  private final transient LockedMethods methods;
  private final transient ThreadLeases threadLeases = new ThreadLeases();
  private final transient LockedInterceptor interceptor;
  private final transient Pointcut pointcut;

  /**
   * For the beans of that factory; its {@code Holdfast} is looked up at each call.
   *
   * @param beans among which the client is
   * @param order among all advice, the smallest being outermost
   */
  public LockedAdvisor(ConfigurableListableBeanFactory beans, int order) {
    setOrder(order);
    this.clients = new Clients(beans);
    this.methods = new LockedMethods(beans);
    this.interceptor = new LockedInterceptor(clients, methods, threadLeases);
    this.pointcut = new StaticMethodMatcherPointcut() {
      @Override
      public boolean matches(Method method, Class<?> targetClass) {
        return methods.find(method, targetClass).isPresent();
      }
    };
  }

  Clients clients() {
    return clients;
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
}
