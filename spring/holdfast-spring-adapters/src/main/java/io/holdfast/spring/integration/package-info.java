/** Holdfast behind Spring Integration's lock registry. */
@NullMarked
package io.holdfast.spring.integration;

import org.jspecify.annotations.NullMarked;
