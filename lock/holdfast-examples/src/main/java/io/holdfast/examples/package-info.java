/** Short, complete examples: the code that README and docs show, run by this module's tests. */
@NullMarked
package io.holdfast.examples;

import org.jspecify.annotations.NullMarked;
