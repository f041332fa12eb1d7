package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds {@link Locked} methods that no proxy can guard, while the application starts: a method that looks
 * guarded and is not would be worse than none.
 */
public final class LockedChecker
    implements BeanPostProcessor, SmartInitializingSingleton, PriorityOrdered {

  private final ConfigurableListableBeanFactory beans;
  private final Clients clients;
  private final LockedMethods methods;

  /** Whether a class has annotated methods, for those that are checked. */
  private final Map<Class<?>, Boolean> checked = new ConcurrentHashMap<>();

  /**
   * For the beans of one factory.
   *
   * @param beans whose annotated methods are checked
   * @param advisor that guards them
   */
  public LockedChecker(ConfigurableListableBeanFactory beans, LockedAdvisor advisor) {
    this.beans = beans;
    this.clients = advisor.clients();
    this.methods = advisor.methods();
  }

  @Override
  public Object postProcessBeforeInitialization(Object bean, String beanName) {
    hasLocked(ClassUtils.getUserClass(bean));
    return bean;
  }

  private boolean hasLocked(Class<?> type) {
    Boolean known = checked.get(type);
    if (known == null) {
      known = canBeRead(type) && check(type);
      checked.put(type, known);
    }
    return known;
  }

  private static boolean canBeRead(Class<?> type) {
    if (type.getName().startsWith("org.springframework.")
        || !AnnotationUtils.isCandidateClass(type, Locked.class)) {
      return false;
    }
    try {
      return ReflectionUtils.getAllDeclaredMethods(type).length > 0;
    } catch (IllegalStateException e) {
      return false; // mentions classes that are not there: then none of ours either
    }
  }

  /** Whether the class has such methods. */
  private boolean check(Class<?> type) {
    Set<Method> locked = locked(type);
    for (Method method : locked) {
      int modifiers = method.getModifiers();
      if (Modifier.isPrivate(modifiers)
          || Modifier.isStatic(modifiers)
          || Modifier.isFinal(modifiers)) {
        throw new LockedDeclaration(method)
            .wrong("a private, static or final method cannot be guarded by a proxy");
      }
    }
    if (locked.isEmpty() && LockedMethods.isOnType(type)) {
      throw new IllegalStateException("@Locked on " + type.getName()
          + ": it has no public method that could be guarded by a proxy");
    }
    return !locked.isEmpty();
  }

  private Set<Method> locked(Class<?> type) {
    return MethodIntrospector.selectMethods(
        type, (Method method) -> methods.find(method, type).isPresent());
  }

  @Override
  public void afterSingletonsInstantiated() {
    for (String name : beans.getSingletonNames()) {
      Object bean = beans.getSingleton(name);
      if (bean != null) {
        Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
        if (hasLocked(type)) {
          checkProxy(name, type, bean);
          checkClients(type);
        }
      }
    }
  }

  /** Annotations that do not choose a client, where there is a choice, need one that is primary. */
  private void checkClients(Class<?> type) {
    if (clients.areSeveral()) {
      for (Method method : locked(type)) {
        methods
            .find(method, type)
            .ifPresent(found -> found
                .rules()
                .forEach(rule -> clients.get(new LockedDeclaration(method), rule.client())));
      }
    }
  }

  private void checkProxy(String name, Class<?> type, Object bean) {
    if (bean.getClass() == type) {
      throw new IllegalStateException(
          "@Locked on bean '" + name + "' (" + type.getName()
              + ") has no effect: the bean was created before it could be wrapped by a proxy, because a"
              + " BeanPostProcessor or an advisor needs it. Move the annotated method to a bean of its own");
    }
    if (AopUtils.isJdkDynamicProxy(bean)) {
      for (Method method : locked(type)) {
        boolean isVisible = ClassUtils.getAllInterfacesAsSet(bean).stream()
            .anyMatch(i -> ClassUtils.hasMethod(i, method.getName(), method.getParameterTypes()));
        if (!isVisible) {
          throw new LockedDeclaration(method)
              .wrong("bean '" + name + "' is proxied by its interfaces, and none of them has the"
                  + " method: add it there, or set spring.aop.proxy-target-class=true");
        }
      }
    }
  }

  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }
}
