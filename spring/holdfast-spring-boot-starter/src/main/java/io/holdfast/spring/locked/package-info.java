/**
 * {@link io.holdfast.spring.locked.Locked}: methods that run under a lock.
 *
 * <p>The life of a call: {@code LockedInterceptor} asks {@code LockedMethods} what the annotations say
 * ({@code LockedMethod}, made of {@code LockRule}s and {@code LockNames}), and a {@code BlockingCall}, {@code
 * FutureCall} or {@code ReactiveCall} acquires, proceeds and releases.
 *
 * @serial exclude
 */
@NullMarked
package io.holdfast.spring.locked;

import org.jspecify.annotations.NullMarked;
