@NullMarked
package io.holdfast.spring.fence;

import org.jspecify.annotations.NullMarked;
