/** Measures the harness itself: which mutants of the engine it lets live, behind {@code ./mutants}. */
@NullMarked
package io.holdfast.verification.power;

import org.jspecify.annotations.NullMarked;
