/** The production path on real servers, one class per part, and its holes one by one. */
@NullMarked
package io.holdfast.flashsale.path;

import org.jspecify.annotations.NullMarked;
