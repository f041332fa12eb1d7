package io.holdfast.spring.boot;

import io.holdfast.spi.GatewayProvider;
import io.holdfast.spring.locked.CallRoot;
import io.holdfast.spring.locked.Locked;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to keep: the scripts, the gateway that is looked up, the annotation as Spring reads it, and
 * what expressions see of a call. Annotated methods and their fallbacks are named by {@link Locked} itself.
 */
final class HoldfastRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints
        .resources()
        .registerPattern("io/holdfast/internal/protocol/*.lua")
        .registerPattern("META-INF/services/" + GatewayProvider.class.getName());
    ServiceLoader.load(GatewayProvider.class, classLoader).stream()
        .forEach(provider -> hints
            .reflection()
            .registerType(provider.type(), MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS));
    hints.proxies().registerJdkProxy(Locked.class);
    hints
        .reflection()
        .registerType(Locked.class, MemberCategory.INVOKE_PUBLIC_METHODS)
        .registerType(Locked.Several.class, MemberCategory.INVOKE_PUBLIC_METHODS)
        .registerType(CallRoot.class, MemberCategory.INVOKE_PUBLIC_METHODS);
  }
}
