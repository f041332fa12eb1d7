/** The starter in Spring Boot 4. */
@NullMarked
package io.holdfast.spring.boot4;

import org.jspecify.annotations.NullMarked;
