/** Load that does not wait for answers before it asks again, and latencies that do not hide it. */
@NullMarked
package io.holdfast.flashsale.load;

import org.jspecify.annotations.NullMarked;
