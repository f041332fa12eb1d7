/** The adapters as beans of a Spring Boot application, without the application naming them. */
@NullMarked
package io.holdfast.spring.adapters;

import org.jspecify.annotations.NullMarked;
