/** Traffic under a fault leaves a history; a model says what is legal; a checker compares; a campaign names the combination; a report shows it. */
@NullMarked
package io.holdfast.verification;

import org.jspecify.annotations.NullMarked;
