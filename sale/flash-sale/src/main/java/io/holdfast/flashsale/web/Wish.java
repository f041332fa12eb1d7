package io.holdfast.flashsale.web;

import io.holdfast.flashsale.buying.Purchase;

/**
 * A purchase on its way.
 *
 * @param listing the sale
 * @param purchase what is wanted
 * @param startNanos when it came
 */
record Wish(Listing listing, Purchase purchase, long startNanos) {}
