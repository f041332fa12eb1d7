/** For operators: the health of the lock service as this client sees it, and the endpoint {@code locks}. */
@NullMarked
package io.holdfast.spring.actuate;

import org.jspecify.annotations.NullMarked;
