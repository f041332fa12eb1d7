/** Telling whoever packs and ships what became of orders: at least once, in order, signed. */
@NullMarked
package io.holdfast.flashsale.fulfilment;

import org.jspecify.annotations.NullMarked;
