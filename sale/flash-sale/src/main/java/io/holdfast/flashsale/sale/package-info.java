/** Sales: what is sold, when, how many, and by which rung. */
@NullMarked
package io.holdfast.flashsale.sale;

import org.jspecify.annotations.NullMarked;
