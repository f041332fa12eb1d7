/** The flash-sale service. */
@NullMarked
package io.holdfast.flashsale;

import org.jspecify.annotations.NullMarked;
