/** What a receiver of fulfilment's events looks like. */
@org.jspecify.annotations.NullMarked
package io.holdfast.flashsale.fulfilment;
