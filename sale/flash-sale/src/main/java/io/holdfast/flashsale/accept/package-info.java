/** What Redis knows of a sale, and the scripts that change it. */
@NullMarked
package io.holdfast.flashsale.accept;

import org.jspecify.annotations.NullMarked;
