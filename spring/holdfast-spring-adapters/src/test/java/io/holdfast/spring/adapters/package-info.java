@NullMarked
package io.holdfast.spring.adapters;

import org.jspecify.annotations.NullMarked;
