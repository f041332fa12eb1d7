/** Bugs that users of other locks reported, one class each: the story, and that it does not happen here. */
@NullMarked
package io.holdfast.tests.regression;

import org.jspecify.annotations.NullMarked;
