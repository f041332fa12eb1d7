package io.holdfast.spring.adapters;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code holdfast.shedlock}.
 *
 * @param enabled Whether ShedLock gets a lock provider, unless the application has one of its own.
 * @param prefix Text before the name of every task's lock.
 */
@ConfigurationProperties("holdfast.shedlock")
public record ShedLockProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("shedlock:") String prefix) {}
