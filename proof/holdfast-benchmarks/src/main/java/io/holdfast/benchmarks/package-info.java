/** One command, every peer, one run. */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
