/** What a lock may do, as a sequence of steps, and the search for such a sequence. */
@NullMarked
package io.holdfast.verification.model;

import org.jspecify.annotations.NullMarked;
