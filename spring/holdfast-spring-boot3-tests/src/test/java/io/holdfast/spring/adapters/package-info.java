/** The adapters as a service declares them; shown in docs/adapters.md. */
@NullMarked
package io.holdfast.spring.adapters;

import org.jspecify.annotations.NullMarked;
