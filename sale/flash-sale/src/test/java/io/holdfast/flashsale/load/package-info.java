@NullMarked
package io.holdfast.flashsale.load;

import org.jspecify.annotations.NullMarked;
