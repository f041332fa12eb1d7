package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Words for what is wrong with an annotation.
 *
 * @param method that bears it
 */
record LockedDeclaration(Method method) {

  static final String LITERAL_HINT =
      "For literal text write @Locked(name = \"…\"), or put it into single quotes";

  /** {@code Class.method(Parameters)}. */
  String methodName() {
    StringBuilder name = new StringBuilder(method.getDeclaringClass().getSimpleName())
        .append('.')
        .append(method.getName())
        .append('(');
    for (Class<?> type : method.getParameterTypes()) {
      name.append(name.charAt(name.length() - 1) == '(' ? "" : ", ")
          .append(ClassUtils.getShortName(type));
    }
    return name.append(')').toString();
  }

  String subject() {
    return "@Locked on " + methodName();
  }

  IllegalStateException wrong(String what) {
    return wrong(what, null);
  }

  IllegalStateException wrong(String what, @Nullable Throwable cause) {
    return new IllegalStateException(subject() + ": " + what, cause);
  }
}
