/** One precise fault per test, forced on the whole stack; nothing may be left behind afterwards. */
@NullMarked
package io.holdfast.tests.fault;

import org.jspecify.annotations.NullMarked;
