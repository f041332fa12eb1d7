@NullMarked
package io.holdfast.flashsale.door;

import org.jspecify.annotations.NullMarked;
