/** The twelve ways to sell a limited stock, from naive to right, one class each. */
@NullMarked
package io.holdfast.flashsale.ladder;

import org.jspecify.annotations.NullMarked;
