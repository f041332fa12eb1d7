/** The code of docs/spring.md. */
@NullMarked
package io.holdfast.recipes;

import org.jspecify.annotations.NullMarked;
