/** Runs of the ladder: several instances in one JVM, many buyers, one fault, one verdict. */
@NullMarked
package io.holdfast.flashsale.lab;

import org.jspecify.annotations.NullMarked;
