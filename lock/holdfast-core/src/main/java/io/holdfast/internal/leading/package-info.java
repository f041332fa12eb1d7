/** Who leads: a campaign for a lock, its terms, and the callbacks in turn. */
package io.holdfast.internal.leading;
