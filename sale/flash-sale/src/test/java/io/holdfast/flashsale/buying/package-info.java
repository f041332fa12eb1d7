@NullMarked
package io.holdfast.flashsale.buying;

import org.jspecify.annotations.NullMarked;
