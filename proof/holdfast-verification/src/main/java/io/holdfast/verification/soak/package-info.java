/** A long run under a bounded load: whatever a lock leaves behind adds up, and shows. */
@NullMarked
package io.holdfast.verification.soak;

import org.jspecify.annotations.NullMarked;
