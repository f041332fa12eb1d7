/** Many processes on one lock, with and without faults. */
@NullMarked
package io.holdfast.tests.crowd;

import org.jspecify.annotations.NullMarked;
