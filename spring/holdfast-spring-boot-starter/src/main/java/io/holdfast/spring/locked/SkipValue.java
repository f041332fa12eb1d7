package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** What a skipped call returns. */
final class SkipValue {

  private static final Map<Class<?>, Object> EMPTY = Map.of(
      Optional.class, Optional.empty(),
      OptionalInt.class, OptionalInt.empty(),
      OptionalLong.class, OptionalLong.empty(),
      OptionalDouble.class, OptionalDouble.empty());

  private SkipValue() {}

  /**
   * Makes the empty value of the method's return type.
   *
   * @throws IllegalStateException if there is none, because it is a primitive
   */
  static Supplier<? extends @Nullable Object> of(Method method, Class<?> targetClass) {
    ResolvableType declared = ResolvableType.forMethodReturnType(method, targetClass);
    Class<?> type = declared.resolve(method.getReturnType());
    if (type.isPrimitive() && type != void.class) {
      throw new LockedDeclaration(method)
          .wrong("SKIP needs a return type that can be empty, and " + type
              + " cannot: return its wrapper or an Optional, or name a fallback");
    }
    return switch (CallStyle.of(method, targetClass)) {
      case BLOCKING -> () -> EMPTY.get(type);
      case FUTURE -> {
        ResolvableType value = declared.as(CompletionStage.class).getGeneric(0);
        Object empty = EMPTY.get(value.resolve(Object.class));
        yield () -> (Object) CompletableFuture.completedFuture(empty);
      }
      case MONO -> ReactiveCall.Empty::mono;
      case FLUX -> ReactiveCall.Empty::flux;
    };
  }
}
