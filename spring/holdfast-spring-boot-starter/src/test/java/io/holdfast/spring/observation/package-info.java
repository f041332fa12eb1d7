@NullMarked
package io.holdfast.spring.observation;

import org.jspecify.annotations.NullMarked;
