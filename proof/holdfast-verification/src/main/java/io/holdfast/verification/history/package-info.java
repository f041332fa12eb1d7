/** What every client process saw, line by line, and all of it merged. */
@NullMarked
package io.holdfast.verification.history;

import org.jspecify.annotations.NullMarked;
