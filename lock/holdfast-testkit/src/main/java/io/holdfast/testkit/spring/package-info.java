/** {@link io.holdfast.testkit.junit.WithHoldfast} for tests that start a Spring application. */
@NullMarked
package io.holdfast.testkit.spring;

import org.jspecify.annotations.NullMarked;
