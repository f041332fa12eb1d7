package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code #root} is in an expression of {@link Locked}. */
public final class CallRoot {

  static final Set<String> PROPERTIES =
      Set.of("method", "methodName", "args", "target", "targetClass");

  private final Method method;
  private final @Nullable Object[] args;
  private final Object target;
  private final Class<?> targetClass;

  CallRoot(Method method, @Nullable Object[] args, Object target, Class<?> targetClass) {
    this.method = method;
    this.args = args;
    this.target = target;
    this.targetClass = targetClass;
  }

  /** {@return the method called} */
  public Method getMethod() {
    return method;
  }

  /** {@return its name, without its class} */
  public String getMethodName() {
    return method.getName();
  }

  /** {@return its arguments} */
  public @Nullable Object[] getArgs() {
    return args;
  }

  /** {@return the object behind the proxy} */
  public Object getTarget() {
    return target;
  }

  /** {@return the class of that object} */
  public Class<?> getTargetClass() {
    return targetClass;
  }
}
