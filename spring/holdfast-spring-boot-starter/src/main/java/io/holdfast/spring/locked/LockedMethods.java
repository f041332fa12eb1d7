package io.holdfast.spring.locked;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds, reads and remembers what is annotated with {@link Locked}: the method itself, else the method it
 * overrides or implements, else (public methods only) its class or interface. Thread-safe.
 */
final class LockedMethods {

  private final ConfigurableListableBeanFactory beans;
  private final Map<MethodClassKey, Optional<LockedMethod>> known = new ConcurrentHashMap<>();

  LockedMethods(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /**
   * What the annotations of that method say; empty if it has none.
   *
   * @throws IllegalStateException if something is wrong with them
   */
  Optional<LockedMethod> find(Method method, Class<?> targetClass) {
    if (!AnnotationUtils.isCandidateClass(targetClass, Locked.class)) {
      return Optional.empty();
    }
    MethodClassKey key = new MethodClassKey(method, targetClass);
    Optional<LockedMethod> found = known.get(key);
    if (found == null) {
      found = read(method, targetClass);
      known.put(key, found);
    }
    return found;
  }

  /** Whether the class or a supertype bears the annotation. */
  static boolean isOnType(Class<?> type) {
    return !nearestOn(type).isEmpty();
  }

  private Optional<LockedMethod> read(Method method, Class<?> targetClass) {
    Class<?> userClass = ClassUtils.getUserClass(targetClass);
    Method specific = AopUtils.getMostSpecificMethod(method, userClass);
    List<Locked> annotations = annotationsOf(specific, userClass);
    if (annotations.isEmpty()) {
      return Optional.empty();
    }
    List<LockRule> rules = annotations.stream()
        .map(annotation -> LockRule.of(annotation, specific, userClass, beans))
        .toList();
    return Optional.of(LockedMethod.of(specific, userClass, rules));
  }

  private static List<Locked> annotationsOf(Method method, Class<?> userClass) {
    List<Locked> own = nearestOn(method);
    boolean isOfItsType = Modifier.isPublic(method.getModifiers())
        && !Modifier.isStatic(method.getModifiers())
        && !ReflectionUtils.isObjectMethod(method);
    return own.isEmpty() && isOfItsType ? nearestOn(userClass) : own;
  }

  /** The annotations of the element, or of the nearest one above it that has any. */
  private static List<Locked> nearestOn(AnnotatedElement element) {
    List<MergedAnnotation<Locked>> found = MergedAnnotations.from(
            element, SearchStrategy.TYPE_HIERARCHY, RepeatableContainers.standardRepeatables())
        .stream(Locked.class)
        .toList();
    return found.stream()
        .filter(one -> one.getAggregateIndex() == found.get(0).getAggregateIndex())
        .map(MergedAnnotation::synthesize)
        .toList();
  }
}
