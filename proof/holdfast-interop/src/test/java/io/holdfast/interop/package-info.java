/**
 * Redisson and Holdfast on one lock. Every test runs on every back-end the server binary allows; {@code
 * ours} is Holdfast's view of the lock, {@code theirs} is Redisson's.
 */
@NullMarked
package io.holdfast.interop;

import org.jspecify.annotations.NullMarked;
