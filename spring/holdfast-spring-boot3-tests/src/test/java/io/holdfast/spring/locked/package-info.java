@NullMarked
package io.holdfast.spring.locked;

import org.jspecify.annotations.NullMarked;
