@NullMarked
package io.holdfast.flashsale.reconcile;

import org.jspecify.annotations.NullMarked;
