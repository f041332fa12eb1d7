/** A wish to buy and the answer to it. */
@NullMarked
package io.holdfast.flashsale.buying;

import org.jspecify.annotations.NullMarked;
