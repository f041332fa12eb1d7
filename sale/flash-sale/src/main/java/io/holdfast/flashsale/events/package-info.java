/** Server-sent events: any number of followers, two threads, and nobody waits for a slow one. */
@NullMarked
package io.holdfast.flashsale.events;

import org.jspecify.annotations.NullMarked;
