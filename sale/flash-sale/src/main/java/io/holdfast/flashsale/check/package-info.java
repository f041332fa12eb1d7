/** What a sale has promised, looked at after a run. */
@NullMarked
package io.holdfast.flashsale.check;

import org.jspecify.annotations.NullMarked;
