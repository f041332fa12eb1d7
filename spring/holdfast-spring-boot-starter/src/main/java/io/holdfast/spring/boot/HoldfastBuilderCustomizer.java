package io.holdfast.spring.boot;

import io.holdfast.HoldfastBuilder;

/**
 * A bean of this type changes what the properties do not cover, after they are applied: {@code builder ->
 * builder.executor(…)}. Several are called in their order. To hear events, a bean of type {@link
 * io.holdfast.LockListener} is enough; what {@code builder.listener(…)} adds is told after those.
 */
@FunctionalInterface
public interface HoldfastBuilderCustomizer {

  /**
   * Called once, before the client connects.
   *
   * @param builder with the properties and the listeners already applied
   */
  void customize(HoldfastBuilder builder);
}
