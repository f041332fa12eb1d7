/** Orders: what became of accepted purchases. */
@NullMarked
package io.holdfast.flashsale.order;

import org.jspecify.annotations.NullMarked;
