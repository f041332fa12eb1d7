/** The page in a real Chromium: against answers made up by the tests, and against the service itself. */
@NullMarked
package io.holdfast.flashsale.page;

import org.jspecify.annotations.NullMarked;
