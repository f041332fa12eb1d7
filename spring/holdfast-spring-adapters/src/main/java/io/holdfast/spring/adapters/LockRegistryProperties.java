package io.holdfast.spring.adapters;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code holdfast.lock-registry}.
 *
 * @param enabled Whether Spring Integration gets a lock registry, unless the application has one of its own.
 * @param prefix Text before the key of every lock of the registry.
 */
@ConfigurationProperties("holdfast.lock-registry")
public record LockRegistryProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("registry:") String prefix) {}
