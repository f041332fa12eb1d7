/** What operators may do with a sale, in the database and in Redis. */
@NullMarked
package io.holdfast.flashsale.operating;

import org.jspecify.annotations.NullMarked;
