/**
 * Auto-configuration: a {@link io.holdfast.Holdfast} on the Redis settings the application has already, and
 * what is built on it. Settings: {@link io.holdfast.spring.boot.HoldfastProperties}.
 */
@NullMarked
package io.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
