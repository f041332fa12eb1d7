@NullMarked
package io.holdfast.flashsale.ladder;

import org.jspecify.annotations.NullMarked;
