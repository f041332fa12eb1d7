/** A payment provider that moves no money and behaves as badly as real ones. */
@NullMarked
package io.holdfast.flashsale.sandbox;

import org.jspecify.annotations.NullMarked;
