/** Bad input on the whole stack: refused with words that help, and nothing left behind. */
@NullMarked
package io.holdfast.tests.input;

import org.jspecify.annotations.NullMarked;
