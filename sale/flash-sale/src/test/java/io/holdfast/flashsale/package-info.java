@NullMarked
package io.holdfast.flashsale;

import org.jspecify.annotations.NullMarked;
