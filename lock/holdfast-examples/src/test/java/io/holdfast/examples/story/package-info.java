@NullMarked
package io.holdfast.examples.story;

import org.jspecify.annotations.NullMarked;
