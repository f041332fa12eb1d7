/** The locks under test, behind one small interface. */
@NullMarked
package io.holdfast.verification.subject;

import org.jspecify.annotations.NullMarked;
