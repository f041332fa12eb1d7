package io.holdfast.spring.locked;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;

/** When the work of a method is over: decided by its return type. */
enum CallStyle {
  /** When it returns. */
  BLOCKING,
  /** When its future is done. */
  FUTURE,
  /** When its {@code Mono} ends. */
  MONO,
  /** When its {@code Flux} or {@code Publisher} ends. */
  FLUX;

  /**
   * The style of that method in that class, which may be the one that says what a type variable stands for.
   *
   * @throws IllegalStateException if its return type hides the end of the work
   */
  static CallStyle of(Method method, Class<?> targetClass) {
    Class<?> type = GenericTypeResolver.resolveReturnType(method, targetClass);
    if (type == CompletableFuture.class || type == CompletionStage.class) {
      return FUTURE;
    }
    if (type.getName().equals("reactor.core.publisher.Mono")) {
      return MONO;
    }
    if (type.getName().equals("reactor.core.publisher.Flux")
        || type.getName().equals("org.reactivestreams.Publisher")) {
      return FLUX;
    }
    if (KotlinDetector.isSuspendingFunction(method)
        || Future.class.isAssignableFrom(type)
        || CompletionStage.class.isAssignableFrom(type)
        || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
      throw new LockedDeclaration(method)
          .wrong("it goes on after it has returned its " + type.getName()
              + ", and Holdfast cannot tell when it ends:"
              + " return CompletableFuture, CompletionStage, Mono or Flux");
    }
    return BLOCKING;
  }
}
