@NullMarked
package io.holdfast.spring.integration;

import org.jspecify.annotations.NullMarked;
