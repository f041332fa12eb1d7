/**
 * The front door: who one is, how often one may ask, how many may be inside at once, and <i>sold out</i> without
 * asking Redis.
 */
@NullMarked
package io.holdfast.flashsale.door;

import org.jspecify.annotations.NullMarked;
