package io.holdfast.spring.locked;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the method named by {@link Locked#fallback()}, and calls it. */
final class FallbackSearch {

  private FallbackSearch() {}

  /** The method with the same parameters, or with those and the exception; the latter is preferred. */
  static WhenRefused.Fallback find(String name, Method method, Class<?> targetClass) {
    Class<?>[] types = method.getParameterTypes();
    Class<?>[] withRefusal = Arrays.copyOf(types, types.length + 1);
    withRefusal[types.length] = LockRefusedException.class;
    Method found = ReflectionUtils.findMethod(targetClass, name, withRefusal);
    boolean takesRefusal = found != null;
    if (found == null) {
      found = ReflectionUtils.findMethod(targetClass, name, types);
    }
    if (found == null || found.equals(method)) {
      throw new LockedDeclaration(method)
          .wrong("there is no fallback '" + name + "' in " + targetClass.getName()
              + " with the same parameters, or with those and a last one of type"
              + " LockRefusedException");
    }
    if (!ClassUtils.isAssignable(method.getReturnType(), found.getReturnType())) {
      throw new LockedDeclaration(method)
          .wrong("fallback '" + name + "' returns " + found.getReturnType().getName()
              + ": expected " + method.getReturnType().getName());
    }
    ReflectionUtils.makeAccessible(found);
    return new WhenRefused.Fallback(found, takesRefusal);
  }

  static @Nullable Object call(
      WhenRefused.Fallback fallback,
      Object target,
      @Nullable Object[] args,
      LockRefusedException refusal)
      throws Throwable {
    @Nullable Object[] given = args;
    if (fallback.takesRefusal()) {
      given = Arrays.copyOf(args, args.length + 1);
      given[args.length] = refusal;
    }
    try {
      return fallback.fallback().invoke(target, given);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }
}
