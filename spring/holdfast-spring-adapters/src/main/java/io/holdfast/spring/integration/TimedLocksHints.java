package io.holdfast.spring.integration;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.util.ClassUtils;

/** What a native image has to keep for {@link TimedLocks}. */
final class TimedLocksHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    if (ClassUtils.isPresent(TimedLocks.TYPE, classLoader)) {
      hints.proxies().registerJdkProxy(TypeReference.of(TimedLocks.TYPE));
      hints
          .reflection()
          .registerType(TypeReference.of(TimedLocks.TYPE))
          .registerType(RegistryLock.class, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
  }
}
