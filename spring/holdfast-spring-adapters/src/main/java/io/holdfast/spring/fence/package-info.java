/**
 * Stores that take the token of a lease: a table's row, a Redis key.
 *
 * @serial exclude
 */
@NullMarked
package io.holdfast.spring.fence;

import org.jspecify.annotations.NullMarked;
