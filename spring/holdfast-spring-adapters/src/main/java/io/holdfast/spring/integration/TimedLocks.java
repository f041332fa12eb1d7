package io.holdfast.spring.integration;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Shows locks as Spring Integration 7's {@code DistributedLock}, which has a lease time per call. The class files here
 * are those for 6.5, which does not know that type: hence a proxy.
 */
final class TimedLocks {

  static final String TYPE = "org.springframework.integration.support.locks.DistributedLock";

  private static final ClassLoader LOADER = TimedLocks.class.getClassLoader();
  private static final @Nullable Class<?> TIMED =
      ClassUtils.isPresent(TYPE, LOADER) ? ClassUtils.resolveClassName(TYPE, LOADER) : null;

  private TimedLocks() {}

  /** The same lock, of that type where it exists. */
  static Lock show(RegistryLock lock) {
    return TIMED == null
        ? lock
        : (Lock) Proxy.newProxyInstance(
            LOADER,
            new Class<?>[] {TIMED},
            (proxy, method, arguments) -> method.getName().equals("equals")
                ? proxy == arguments[0]
                : call(lock, method, arguments));
  }

  private static @Nullable Object call(
      RegistryLock lock, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return RegistryLock.class
          .getMethod(method.getName(), method.getParameterTypes())
          .invoke(lock, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
