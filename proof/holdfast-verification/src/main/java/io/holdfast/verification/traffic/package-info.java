/** Client processes that lock, work and unlock at random, by a seed. */
@NullMarked
package io.holdfast.verification.traffic;

import org.jspecify.annotations.NullMarked;
