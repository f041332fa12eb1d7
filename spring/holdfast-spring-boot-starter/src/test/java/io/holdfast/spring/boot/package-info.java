@NullMarked
package io.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
