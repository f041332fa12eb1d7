/** What campaigns found, for people and for programs. */
@NullMarked
package io.holdfast.verification.report;

import org.jspecify.annotations.NullMarked;
