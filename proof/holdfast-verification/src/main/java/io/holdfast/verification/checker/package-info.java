/** What must be true of a history. */
@NullMarked
package io.holdfast.verification.checker;

import org.jspecify.annotations.NullMarked;
