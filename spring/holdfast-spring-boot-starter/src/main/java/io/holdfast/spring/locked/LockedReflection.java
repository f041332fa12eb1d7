package io.holdfast.spring.locked;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils;

/** Has a native image keep what is annotated with {@link Locked}, and the fallbacks it names. */
final class LockedReflection implements ReflectiveProcessor {

  @Override
  public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
    if (element instanceof Method method) {
      hints.registerMethod(method, ExecutableMode.INVOKE);
      registerFallbacks(hints, element, method.getDeclaringClass());
    } else if (element instanceof Class<?> type) {
      hints.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
      registerFallbacks(hints, element, type);
    }
  }

  private static void registerFallbacks(
      ReflectionHints hints, AnnotatedElement element, Class<?> type) {
    Set<String> names = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).stream(
            Locked.class)
        .map(annotation -> annotation.getString("fallback"))
        .filter(name -> !name.isBlank())
        .collect(Collectors.toSet());
    for (Method method : ReflectionUtils.getAllDeclaredMethods(type)) {
      if (names.contains(method.getName())) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
      }
    }
  }
}
