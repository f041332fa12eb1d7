/** The properties under {@code flash-sale}, and the beans made from them. */
@NullMarked
package io.holdfast.flashsale.settings;

import org.jspecify.annotations.NullMarked;
