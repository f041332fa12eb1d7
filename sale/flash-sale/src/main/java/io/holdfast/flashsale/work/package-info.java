/** Work that an instance repeats in the background. */
@NullMarked
package io.holdfast.flashsale.work;

import org.jspecify.annotations.NullMarked;
