/** Locks with a planted bug each: what every checker must catch. */
@NullMarked
package io.holdfast.verification.sabotage;

import org.jspecify.annotations.NullMarked;
