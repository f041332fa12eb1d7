/** The money of a sale, added up: by our ledger, and by the sandbox's own books. */
@NullMarked
package io.holdfast.flashsale.ledger;

import org.jspecify.annotations.NullMarked;
