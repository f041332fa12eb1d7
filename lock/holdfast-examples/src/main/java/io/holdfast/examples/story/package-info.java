/** The story that {@code ./demo} tells: three processes, one lock, a kill and a pause. */
@NullMarked
package io.holdfast.examples.story;

import org.jspecify.annotations.NullMarked;
