/** From the stream into the database. */
@NullMarked
package io.holdfast.flashsale.writer;

import org.jspecify.annotations.NullMarked;
