/** Paying for an order, and what happens when that comes too late. */
@NullMarked
package io.holdfast.flashsale.payment;

import org.jspecify.annotations.NullMarked;
