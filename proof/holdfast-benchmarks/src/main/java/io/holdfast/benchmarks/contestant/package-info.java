/** The locks that are compared, behind one small interface. */
@NullMarked
package io.holdfast.benchmarks.contestant;

import org.jspecify.annotations.NullMarked;
