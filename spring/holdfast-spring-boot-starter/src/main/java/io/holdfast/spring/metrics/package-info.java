/** What happens to the locks, as Micrometer meters: by group of locks, never by name. */
@NullMarked
package io.holdfast.spring.metrics;

import org.jspecify.annotations.NullMarked;
