package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a refused call answers. */
sealed interface WhenRefused {

  /** What the caller gets instead: a value of the method's return type, or an exception. */
  @Nullable
  Object answer(Object target, @Nullable Object[] args, LockRefusedException refusal)
      throws Throwable;

  /** Reads {@link Locked#refused()} and {@link Locked#fallback()}. */
  static WhenRefused of(Locked annotation, Method method, Class<?> targetClass) {
    boolean isSkipped = annotation.refused() == Refusal.SKIP;
    if (!annotation.fallback().isBlank()) {
      if (isSkipped) {
        throw new LockedDeclaration(method)
            .wrong("fallback '" + annotation.fallback() + "' and SKIP exclude each other");
      }
      return Fallback.of(annotation.fallback(), method, targetClass);
    }
    return isSkipped ? new Skip(SkipValue.of(method, targetClass)) : new Throw();
  }

  /** The caller is told. */
  record Throw() implements WhenRefused {

    @Override
    public Object answer(Object target, @Nullable Object[] args, LockRefusedException refusal) {
      throw refusal;
    }
  }

  /**
   * The caller gets an empty value.
   *
   * @param value makes it
   */
  record Skip(Supplier<? extends @Nullable Object> value) implements WhenRefused {

    @Override
    public @Nullable Object answer(
        Object target, @Nullable Object[] args, LockRefusedException refusal) {
      return value.get();
    }
  }

  /**
   * Another method answers.
   *
   * @param fallback to be called on the target
   * @param takesRefusal whether its last parameter is the exception
   */
  record Fallback(Method fallback, boolean takesRefusal) implements WhenRefused {

    static Fallback of(String name, Method method, Class<?> targetClass) {
      return FallbackSearch.find(name, method, targetClass);
    }

    @Override
    public @Nullable Object answer(
        Object target, @Nullable Object[] args, LockRefusedException refusal) throws Throwable {
      return FallbackSearch.call(this, target, args, refusal);
    }
  }
}
