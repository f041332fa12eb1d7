/** One combination of traffic, fault, topology and lock, run and judged. */
@NullMarked
package io.holdfast.verification.campaign;

import org.jspecify.annotations.NullMarked;
