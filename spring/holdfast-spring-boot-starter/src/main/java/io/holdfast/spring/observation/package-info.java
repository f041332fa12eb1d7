/** Waiting for a lock and holding it, as observations: spans in a trace. */
@NullMarked
package io.holdfast.spring.observation;

import org.jspecify.annotations.NullMarked;
