/** Whether Redis and the database still agree about a sale, and what to do when not. */
@NullMarked
package io.holdfast.flashsale.reconcile;

import org.jspecify.annotations.NullMarked;
