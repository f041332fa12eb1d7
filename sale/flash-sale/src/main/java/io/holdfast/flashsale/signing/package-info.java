/** Signatures of webhooks, those that come in and those that go out. */
@NullMarked
package io.holdfast.flashsale.signing;

import org.jspecify.annotations.NullMarked;
