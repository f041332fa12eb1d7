/** One door into the engine's own package, for running it on simulated time. */
@NullMarked
package io.holdfast.internal;

import org.jspecify.annotations.NullMarked;
